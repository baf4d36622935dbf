// SPDX-License-Identifier: Apache-2.0
// Points of a sweep that are the same simulation under different names: rows that look like a comparison and are none.
#pragma once

#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::study {

/// Warns of every point whose resolved configuration an earlier point has. What does not reach the simulation does not
/// count: name, description, and the name of a preset (what it sets is in the configuration).
void warn_same_points(const std::vector<sweep::PlannedPoint>& points, Diagnostics& diagnostics);

}  // namespace fsin::study
