// SPDX-License-Identifier: Apache-2.0
// Measurements as points to fit: for each size the median of all its times.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fsin/calibration/sample.hpp"

namespace fsin::calibration {

inline constexpr std::size_t least_sizes = 4;
inline constexpr std::size_t most_sizes = 1000;

/// Points in ascending order of size. Errors: too few or too many sizes. Warnings: a longer message that takes less
/// than half the time of a shorter one, and times of one size that lie far apart.
std::vector<Point> points_of(std::span<const Measurements> all, Diagnostics& diagnostics);

}  // namespace fsin::calibration
