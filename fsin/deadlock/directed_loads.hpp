// SPDX-License-Identifier: Apache-2.0
// Loads that aim at a deadlock: pairs of nodes that send such that the queues of a counter-example fill. There are as
// many loads as cycles of queues that can wait for each other; a number selects one, and the same number always gives
// the same load. A deadlock in the simulator is likely, not certain: it also depends on the times at which packets
// meet, and on the arbiters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fsin/deadlock/flows.hpp"

namespace fsin::deadlock {

struct DirectedLoad {
  std::size_t queues = 0;   ///< number of queues in the cycle at which the load aims
  std::vector<Flow> flows;  ///< pairs of nodes, each once
};

class DirectedLoads {
 public:
  /// The loads of a network; the topology outlives this object. There are none if the network is free of deadlock, or
  /// too large for the budget.
  DirectedLoads(std::unique_ptr<const routing::Walker> algorithm, const Network& network, const Budget& budget = {});

  bool any() const { return closed_.size != 0; }
  /// The load of a number. Aims at the shortest of several cycles, 1 to 128, found by walks with random choices from
  /// random queues. The sources of each queue are one, two, four or all of those whose packets can wait in it. Empty if
  /// no walk found a cycle.
  DirectedLoad load(std::uint64_t number);

 private:
  std::unique_ptr<const routing::Walker> algorithm_;
  std::unique_ptr<Steps> steps_;
  Network network_;
  Fold fold_;
  Explored explored_;
  ClosedSet closed_;
};

}  // namespace fsin::deadlock
