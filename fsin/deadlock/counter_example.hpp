// SPDX-License-Identifier: Apache-2.0
// A short cycle in a closed set of queues, and its description in words.
#pragma once

#include <string>
#include <vector>

#include "fsin/deadlock/verdict.hpp"

namespace fsin::deadlock {

/// A shortest cycle through one of the queues in the cycle that a walk from the first queue of the set reaches.
std::vector<Blocked> find_cycle(const Fold& fold, const WaitSets& waits, const ClosedSet& closed);

/// A cycle found by a walk from a random queue of the set, with random choices determined by `number`. Empty if the
/// walk takes too long.
std::vector<Blocked> random_cycle(const Fold& fold, const WaitSets& waits, const ClosedSet& closed,
                                  std::uint64_t number);

/// Name of a queue: "queue X+ VC 0 of router (1,0)".
std::string queue_name(const Fold& fold, QueuePlace queue);
std::vector<std::string> cycle_lines(const Fold& fold, const std::vector<Blocked>& cycle);

}  // namespace fsin::deadlock
