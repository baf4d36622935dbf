// SPDX-License-Identifier: Apache-2.0
// Ranges: the values of an axis as {from: 0.1, to: 0.9, step: 0.1} in place of a list. Computed in decimal, so that the
// third value is 0.3 and both ends are among them. All three may have the same unit ({from: 64 B, to: 512 B, step: 64
// B}); a negative step goes downward.
#pragma once

#include <optional>

#include "fsin/config/tree.hpp"
#include "fsin/core/diagnostic.hpp"

namespace fsin::sweep {

/// True where a map is meant as a range: it has one of the keys from, to and step with a plain value.
bool is_range(const config::Tree& map);

/// The values as a list under the same key, each with the place of the range. Errors: a missing or other key, no
/// decimal number, units that differ, a step of zero or away from `to`, an end that no whole number of steps reaches,
/// more than most_range_values values.
std::optional<config::Tree> expand_range(const config::Tree& range, Diagnostics& diagnostics);

inline constexpr std::int64_t most_range_values = 10'000;

}  // namespace fsin::sweep
