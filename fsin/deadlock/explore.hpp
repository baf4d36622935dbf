// SPDX-License-Identifier: Apache-2.0
// Follows packets from every source to every destination (one of each kind, see fold.hpp) through all that the routing
// can do with them, and collects for what they can wait.
//
// Where it makes no difference for a packet on a detour which node of a bundle it is for (routing/bundles.hpp), only
// the packets for the first node of the bundle are followed on every detour: where these leave it, packets for the
// other nodes go on too. Otherwise the states would be as many as pairs of a detour and a destination.
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

/// `each_by_itself`: without the use of bundles.
Explored explore(Steps& steps, const Fold& fold, const Budget& budget, bool each_by_itself = false);

}  // namespace fsin::deadlock
