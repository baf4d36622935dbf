// SPDX-License-Identifier: Apache-2.0
// Messages that interfaces copy within their node: they cost what CallCosts say, and share the bandwidth of the node
// where those say so (trgen/replay/ranks/node_copies.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "fsin/workload/timeline.hpp"
#include "trgen/replay/ranks/node_copies.hpp"
#include "trgen/replay/ranks/settings.hpp"
#include "trgen/replay/schedules/scheduled_rank.hpp"

namespace trgen::replay {

class InterfaceCopies {
 public:
  InterfaceCopies() = default;
  InterfaceCopies(const CallCosts& costs, std::size_t tasks, const std::vector<std::uint32_t>& nodes) : costs_(costs) {
    if (costs.copies_share && !nodes.empty())
      shared_ = NodeCopies(tasks, std::size_t{*std::max_element(nodes.begin(), nodes.end())} + 1);
  }

  /// What was asked for before cycle `now` has its turn, and an interface that copies learns when it ends.
  void settle(Interface& interface, std::uint32_t node, Cycle now) {
    if (shared_.empty()) return;
    shared_.settle(node, now);
    if (interface.state == Interface::State::copies)
      interface.busy_until = std::max(shared_.first(interface.task), shared_.last(interface.task));
  }

  /// The interface begins to copy in cycle `first`; it does nothing else before `from`.
  void begin(Interface& interface, std::uint32_t node, std::uint64_t bytes, Cycle from, Cycle first) {
    interface.state = Interface::State::copies;
    interface.began = first;
    if (shared_.empty()) {
      interface.busy_until = std::max(from, first - 1 + cycles(bytes));
      return;
    }
    shared_.request(interface.task, node, first, costs_.copy_latency, costs_.copy_rate.cycles(bytes));
    interface.busy_until = std::max(from, first);  // in which it learns when it ends
  }

  /// The times of a copy that ends in cycle `now`.
  void tell(const Interface& interface, Cycle now, fsin::workload::MessageLife& life) const {
    life.background = true;
    life.entered = now;
    life.ready = interface.began - 1;
    life.copies = now - life.ready;
    if (!shared_.empty()) life.copies = std::min(life.copies, cycles(life.bytes));
    life.waited = now - life.ready - life.copies;
  }

 private:
  std::uint64_t cycles(std::uint64_t bytes) const {
    return std::max<std::uint64_t>(1, costs_.copy_latency + costs_.copy_rate.cycles(bytes));
  }

  CallCosts costs_;
  NodeCopies shared_;
};

}  // namespace trgen::replay
