// SPDX-License-Identifier: Apache-2.0
// Writes numbers that depend on the rank, or on another whole number, as expressions of a script.
//
// Tried are the variable itself, its remainder and its quotient by some number: coordinates of a grid. Over the
// simplest of these, the numbers are affine pieces: `rank * 8 + 4`, `rank % 4 == 0`, `rank < 12 ? 64 : 32`. Where there
// are several pieces, tried are also powers of two (`1 << i`, the partners of a butterfly), and sums of multiples of
// two or three coordinates (`rank % 4 * 4 + rank / 4`, a transpose).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trgen::structure {

/// A number for each value of the variable, in ascending order of the variable.
using Points = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// An expression that has these values, in parentheses where it has an operator. Empty if it would have too many
/// pieces.
std::optional<std::string> formula_of(const Points& points, std::string_view variable);

/// A condition that is true for those of the points whose number is not 0. Empty if it would have too many pieces.
std::optional<std::string> condition_of(const Points& points, std::string_view variable);

}  // namespace trgen::structure
