// SPDX-License-Identifier: Apache-2.0
// Choices of SimGrid's SMPI that differ from those of the library whose name its selector has.
#pragma once

#include "trgen/programs/collectives/algorithm.hpp"

namespace trgen::programs::collectives {

/// Choice for a call of one of SMPI's selectors. Null: that of the tables of MPICH, or smpi_in_place_of() applied to
/// those of Open MPI.
const Entry* smpi_choice(const Call& call);

/// The algorithm of SMPI in place of one that the tables of Open MPI name for a call, whether that can do it or not.
/// Null: the same as Open MPI's.
const Entry* smpi_in_place_of(const Entry& named, const Call& call);

/// Why smpi_replay 3.32 ends in an error on a call, and what is done in its place; empty: it does not. The call must be
/// complete().
std::string_view smpi_error(const Call& call);

/// Tuning that SMPI sets for an algorithm that it has chosen.
Tuning smpi_tuning(const Entry& chosen, const Call& call);

}  // namespace trgen::programs::collectives
