// SPDX-License-Identifier: Apache-2.0
// What SimGrid's SMPI chooses where its choice differs from that of the library whose name its selector has.
#pragma once

#include "trgen/programs/collectives/algorithm.hpp"

namespace trgen::programs::collectives {

/// For a call of one of SMPI's selectors. Null: as the tables of MPICH have it, or smpi_in_place_of() those of Open
/// MPI.
const Entry* smpi_choice(const Call& call);

/// What SMPI has in the place of an algorithm that the tables of Open MPI name for a call, whether that can do it or
/// not. Null: what Open MPI has.
const Entry* smpi_in_place_of(const Entry& named, const Call& call);

/// What SMPI sets in an algorithm that it has chosen.
Tuning smpi_tuning(const Entry& chosen, const Call& call);

}  // namespace trgen::programs::collectives
