// SPDX-License-Identifier: Apache-2.0
// Follows packets from every source to every destination (one of each kind, see fold.hpp) through every decision that
// the routing can make, and collects the channels for which they can wait.
//
// If the destinations of a bundle are equivalent for packets on a detour (routing/bundles.hpp), only the packets for
// the first node of the bundle are followed on every detour; at the end of the detour, packets for the other nodes go
// on too. Otherwise the number of states would be that of the pairs of a detour and a destination.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fsin/deadlock/fold.hpp"
#include "fsin/deadlock/waits.hpp"

namespace fsin::deadlock {

/// Limits of the cost of the search. A function of the network alone, never of time: the same result on every machine.
struct Budget {
  std::uint64_t states = 20'000'000;  ///< packet states followed
  std::uint64_t queues = 20'000'000;  ///< classes of queues
};

struct Explored {
  WaitSets waits;
  std::uint64_t states = 0;
  std::optional<Example> dead_end;  ///< a packet without any channel to go on by
  std::optional<Example> stranded;  ///< the same because links have failed; it adds no wait set
  std::string gave_up;              ///< reason why not everything was followed; empty if it was
};

/// Follows all packets. `each_by_itself`: without the use of bundles.
Explored explore(Steps& steps, const Fold& fold, const Budget& budget, bool each_by_itself = false);

}  // namespace fsin::deadlock
