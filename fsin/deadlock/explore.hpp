// SPDX-License-Identifier: Apache-2.0
// Follows packets from every source to every destination (one of each kind, see fold.hpp) through all that the routing
// can do with them, and collects for what they can wait.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fsin/deadlock/fold.hpp"
#include "fsin/deadlock/waits.hpp"

namespace fsin::deadlock {

/// What the search may cost. A function of the network alone, never of time: the same answer on every machine.
struct Budget {
  std::uint64_t states = 20'000'000;  ///< packet states that are followed
  std::uint64_t queues = 20'000'000;  ///< classes of queues
};

struct Explored {
  WaitSets waits;
  std::uint64_t states = 0;
  std::optional<Example> dead_end;  ///< a packet that no channel leads on from here
  std::optional<Example> stranded;  ///< the same, because links have failed; no wait set stands for it
  std::string gave_up;              ///< why not everything was followed; empty when it was
};

Explored explore(Steps& steps, const Fold& fold, const Budget& budget);

}  // namespace fsin::deadlock
