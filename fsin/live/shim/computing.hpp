// SPDX-License-Identifier: Apache-2.0
// How long the CPU bursts of a rank last (rank.cpp adds them to its clock).
#pragma once

#include <cstdint>

#include "fsin/live/shim/shim.hpp"

namespace fsin::live::shim {

/// ps that the calling thread has computed since it left MPI, by the model of the run, where that burst ends at this
/// place.
std::uint64_t computed_since(RankState& self, const Place& place);

/// Lets simulated time go on while the rank computes, as far as is known (layout.hpp).
void tell_computing(RankState& self);

}  // namespace fsin::live::shim
