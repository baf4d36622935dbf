// SPDX-License-Identifier: Apache-2.0
// Which algorithm a library chooses for a call, by its tables.
#pragma once

#include "trgen/programs/collectives/algorithm.hpp"

namespace trgen::programs::collectives {

/// The choice of call.library. The algorithm can do the call: where a table names one that cannot, this is what the
/// library does instead. The call must be complete().
const Entry& select(const Call& call);

/// What the library sets in the algorithm that it has chosen.
Tuning tuning_of(const Entry& chosen, const Call& call);

}  // namespace trgen::programs::collectives
