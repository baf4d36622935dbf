// SPDX-License-Identifier: Apache-2.0
// A network divided into parts, one for each thread or process of a run: the owner of each router. Each layer of the
// network (topology::Geometry::layer()) is cut into slabs, routers with consecutive numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::engine::event {

class Parts {
 public:
  /// Divides the network; 1 <= parts <= most_threads, and at most the number of routers.
  Parts(const topology::Topology& topology, unsigned parts);

  unsigned count() const { return count_; }
  std::uint8_t owner(std::uint32_t router) const { return owner_[router]; }
  /// Owner of each node: nodes sit at the first routers.
  std::span<const std::uint8_t> of_nodes() const { return {owner_.data(), nodes_}; }

 private:
  unsigned count_;
  std::size_t nodes_;
  std::vector<std::uint8_t> owner_;
};

}  // namespace fsin::engine::event
