// SPDX-License-Identifier: Apache-2.0
// A short cycle out of a closed set of queues, and its words.
#pragma once

#include <string>
#include <vector>

#include "fsin/deadlock/verdict.hpp"

namespace fsin::deadlock {

/// A shortest cycle through one of the queues that a walk from the first queue of the set comes round to.
std::vector<Blocked> find_cycle(const Fold& fold, const WaitSets& waits, const ClosedSet& closed);

/// The queues that a walk from a random queue of the set comes round to, by random choices that follow from `number`.
/// Nothing where it goes on for too long.
std::vector<Blocked> random_cycle(const Fold& fold, const WaitSets& waits, const ClosedSet& closed,
                                  std::uint64_t number);

/// "queue X+ VC 0 of router (1,0)"
std::string queue_name(const Fold& fold, QueuePlace queue);
std::vector<std::string> cycle_lines(const Fold& fold, const std::vector<Blocked>& cycle);

}  // namespace fsin::deadlock
