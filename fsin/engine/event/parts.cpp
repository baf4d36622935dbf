// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/parts.hpp"

#include <array>

namespace fsin::engine::event {
Parts::Parts(const topology::Topology& topology, unsigned parts)
    : count_(parts), nodes_(topology.graph.nodes()), owner_(topology.graph.routers()) {
  if (parts == 1) return;
  const auto layer_of = [&](std::size_t r) { return topology.geometry->layer(RouterId(r)); };
  std::array<std::uint64_t, 256> size{}, seen{};
  for (std::size_t r = 0; r < owner_.size(); ++r) ++size[layer_of(r)];
  for (std::size_t r = 0; r < owner_.size(); ++r) {
    const std::uint8_t layer = layer_of(r);
    owner_[r] = static_cast<std::uint8_t>(seen[layer]++ * parts / size[layer]);
  }
}

}  // namespace fsin::engine::event
