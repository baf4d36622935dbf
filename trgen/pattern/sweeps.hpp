// SPDX-License-Identifier: Apache-2.0
// Wavefronts: whether the ranks of a mesh wait for a neighbour before they send to the opposite one.
//
// On a rank with a neighbour on both sides along an axis, messages that come from one side and that leave for the other
// go the same way. In a sweep (LU, Sweep3D), as long as nothing goes the opposite way, the n-th message leaves after
// the n-th has come; in an exchange, each rank sends before it receives. The order of records of each rank tells which
// it is.
#pragma once

#include "trgen/pattern/patterns.hpp"
#include "trgen/record/source.hpp"

namespace trgen::pattern {

/// Sets Pattern::sweeps of meshes, lines and mixed grids by a second reading of the trace, where there is one of them.
/// Throws record::TraceError when the trace cannot be read.
void find_sweeps(const record::TraceSource& trace, std::vector<Pattern>& patterns);

}  // namespace trgen::pattern
