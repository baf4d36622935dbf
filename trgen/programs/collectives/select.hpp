// SPDX-License-Identifier: Apache-2.0
// Choice of an algorithm for a call by the tables of a library.
#pragma once

#include "trgen/programs/collectives/algorithm.hpp"

namespace trgen::programs::collectives {

/// The choice of call.library. The algorithm can do the call: where a table names one that cannot, the result is the
/// library's own substitute. The call must be complete().
const Entry& select(const Call& call);

/// Tuning that the library sets for the algorithm that it has chosen.
Tuning tuning_of(const Entry& chosen, const Call& call);

}  // namespace trgen::programs::collectives
