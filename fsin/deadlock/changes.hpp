// SPDX-License-Identifier: Apache-2.0
// Packets of a network whose links and routing tables change in the course of a run (topology::Failures::reroutes):
// followed through all times between two changes.
//
// All switches change their tables in one cycle, so that at any time every header asks by the same tables; but it may
// have come to its queue by those of any earlier time, and decided there, where the routing does so, by those of any
// time since. The states of a time are therefore those of all times before it, as they are reconsidered when tables
// change, those of the packets that enter in it, and what follows from both by its own tables. The waits of a time are
// those of all its states by its own tables alone: they are what a closed set of full queues must be found in.
#pragma once

#include <span>
#include <vector>

#include "fsin/deadlock/explore.hpp"

namespace fsin::deadlock {

/// A time in which neither links nor tables change. Both outlive the call.
struct Span {
  const Fold* fold;  ///< with what has failed in that time, without symmetries
  Steps* steps;      ///< with the tables in force
};

/// Follows all packets through all times, in their order; the states in the budget are those of all times together.
std::vector<Explored> explore_changes(std::span<const Span> times, const Budget& budget);

}  // namespace fsin::deadlock
