// SPDX-License-Identifier: Apache-2.0
// What a place of a side has of n things that are divided over its places.
#pragma once

#include <array>
#include <cstdint>

namespace trgen::extrapolation {

struct Share {
  std::int64_t things = 0;
  bool even = false;                           ///< rounded evenly; else the first places have one more
  bool first_less = false, last_less = false;  ///< one less at the ends, as of points without those of the boundary

  bool operator==(const Share&) const = default;
  std::int64_t of(std::int64_t place, std::int64_t places) const {
    const std::int64_t whole = even ? (place + 1) * things / places - place * things / places
                                    : things / places + (place < things % places ? 1 : 0);
    return whole - (first_less && place == 0 ? 1 : 0) - (last_less && place + 1 == places ? 1 : 0);
  }
  /// The shares of all places together.
  std::int64_t all() const { return things - (first_less ? 1 : 0) - (last_less ? 1 : 0); }
};

/// The ways in which the ends may have less, the most usual first: bits 0 and 1 for the first and the last place.
inline constexpr std::array<unsigned, 4> ends_that_are_less{0, 3, 1, 2};

}  // namespace trgen::extrapolation
