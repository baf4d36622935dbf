// SPDX-License-Identifier: Apache-2.0
// Arithmetic on ranks that the algorithms share: rotation to the root, powers of two, and folding.
#pragma once

#include <bit>
#include <cstdint>

#include "trgen/programs/collectives/call.hpp"

namespace trgen::programs::collectives {

/// (a + b) mod size and (a - b) mod size, for a, b <= size. Sizes are below 2^31.
constexpr std::uint32_t plus(std::uint32_t a, std::uint32_t b, std::uint32_t size) {
  const std::uint32_t sum = a + b;
  return sum >= size ? sum - size : sum;
}
constexpr std::uint32_t minus(std::uint32_t a, std::uint32_t b, std::uint32_t size) {
  return a >= b ? a - b : a + size - b;
}

/// Number of a rank relative to the root, which is 0, and back.
constexpr std::uint32_t relative(const Call& call, std::uint32_t v) { return minus(v, call.root, call.size); }
constexpr std::uint32_t real(const Call& call, std::uint32_t r) { return plus(r, call.root, call.size); }

constexpr std::uint32_t log2_floor(std::uint32_t n) { return static_cast<std::uint32_t>(std::bit_width(n)) - 1; }
constexpr std::uint32_t log2_ceil(std::uint32_t n) { return n < 2 ? 0 : log2_floor(n - 1) + 1; }

/// The lowest `bits` bits of i, mirrored.
constexpr std::uint32_t mirror(std::uint32_t i, std::uint32_t bits) {
  std::uint32_t out = 0;
  for (std::uint32_t b = 0; b < bits; ++b) out |= (i >> b & 1U) << (bits - 1 - b);
  return out;
}

inline constexpr std::uint32_t folded = 0xffffffff;  ///< the number of a rank that was folded away

/// Folding of P ranks to the power of two below: of the first 2 * rest ranks, one of each pair (even, odd) stays.
struct Fold {
  std::uint32_t power;  ///< the largest power of two up to P
  std::uint32_t rest;   ///< P - power
  std::uint32_t steps;  ///< log2 of power
  bool odd_stays;

  Fold(std::uint32_t size, bool odd)
      : power(std::bit_floor(size)), rest(size - power), steps(log2_floor(size)), odd_stays(odd) {}

  bool in_pair(std::uint32_t v) const { return v < 2 * rest; }
  bool stays(std::uint32_t v) const { return !in_pair(v) || (v % 2 != 0) == odd_stays; }
  /// Number among the ranks that stay, or `folded`.
  std::uint32_t number(std::uint32_t v) const {
    if (!in_pair(v)) return v - rest;
    return stays(v) ? v / 2 : folded;
  }
  std::uint32_t rank(std::uint32_t number) const {
    return number < rest ? 2 * number + (odd_stays ? 1 : 0) : number + rest;
  }
};

}  // namespace trgen::programs::collectives
