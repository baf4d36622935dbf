// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/parts.hpp"

#include <array>

namespace fsin::engine::event {
namespace {

/// The stage of a router in a tree; grids have one.
std::size_t stage_of(const topology::Tree* tree, std::size_t router) {
  return tree == nullptr ? 0 : tree->level[router];
}

}  // namespace

Parts::Parts(const topology::Topology& topology, unsigned parts)
    : count_(parts), nodes_(topology.graph.nodes()), owner_(topology.graph.routers()) {
  if (parts == 1) return;
  const auto* tree = std::get_if<topology::Tree>(&topology.geometry);
  std::array<std::uint64_t, 256> size{}, seen{};
  for (std::size_t r = 0; r < owner_.size(); ++r) ++size[stage_of(tree, r)];
  for (std::size_t r = 0; r < owner_.size(); ++r) {
    const std::size_t stage = stage_of(tree, r);
    owner_[r] = static_cast<std::uint8_t>(seen[stage]++ * parts / size[stage]);
  }
}

}  // namespace fsin::engine::event
