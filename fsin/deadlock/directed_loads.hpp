// SPDX-License-Identifier: Apache-2.0
// Loads that aim at a deadlock: who has to send to whom for the queues of a counter-example to fill. There are as many
// as there are cycles of queues that can wait for each other; a number says which one, and the same number always gives
// the same load. That one of them deadlocks the simulator is likely, not certain: a load leaves open when the packets
// meet, and the arbiters have a say in it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fsin/deadlock/flows.hpp"

namespace fsin::deadlock {

struct DirectedLoad {
  std::size_t queues = 0;   ///< of the cycle that it aims at
  std::vector<Flow> flows;  ///< each once
};

class DirectedLoads {
 public:
  /// The topology outlives this object. Nothing where the network is free, or too large for the budget.
  DirectedLoads(std::unique_ptr<const routing::Walker> algorithm, const Network& network, const Budget& budget = {});

  bool any() const { return closed_.size != 0; }
  /// Aims at the shortest of some cycles, 1 to 128, that walks by random choices from random queues come round to. The
  /// sources of each queue are one, two, four or all of those whose packets can come to wait in it. Empty where no walk
  /// found a cycle.
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
