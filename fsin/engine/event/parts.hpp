// SPDX-License-Identifier: Apache-2.0
// A network divided among threads: who owns which router, and the events that one thread leaves for another.
//
// Each layer of the network (topology::Geometry::layer()) is cut into slabs, routers with consecutive numbers. An event
// for a router of another thread goes into a box that its owner empties after the next meeting (crew.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/core/paired_boxes.hpp"
#include "fsin/engine/event/events.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::engine::event {

class Parts {
 public:
  /// 1 <= parts <= most_threads, and at most as many as there are routers.
  Parts(const topology::Topology& topology, unsigned parts);

  unsigned count() const { return count_; }
  std::uint8_t owner(std::uint32_t router) const { return owner_[router]; }
  /// By node: nodes sit at the first routers.
  std::span<const std::uint8_t> of_nodes() const { return {owner_.data(), nodes_}; }

 private:
  unsigned count_;
  std::size_t nodes_;
  std::vector<std::uint8_t> owner_;
};

struct Letter {
  Cycle at;
  Event event;
};

/// What a part writes to another in a cycle is read in the next.
using Mail = PairedBoxes<std::vector<Letter>>;

}  // namespace fsin::engine::event
