// SPDX-License-Identifier: Apache-2.0
// Hash functions of small keys, the same on every machine. Not cryptographic.
#pragma once

#include <cstdint>

namespace fsin {

/// 2^64 divided by the golden ratio, an odd multiplier with well mixed bits (Fibonacci hashing: D. Knuth, The Art of
/// Computer Programming, volume 3, section 6.4), and the step of SplitMix64.
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15U;

/// The output function of SplitMix64: a permutation of 64-bit numbers in which every bit of the argument affects every
/// bit of the result. G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
constexpr std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// Hash of several numbers for a table in memory: each multiplication is followed by a fold of the high bits.
template <class... Rest>
constexpr std::uint64_t hash_of(std::uint64_t first, Rest... rest) {
  std::uint64_t hash = first * golden_ratio;
  ((hash = (hash ^ (hash >> 29U) ^ static_cast<std::uint64_t>(rest)) * 0xbf58476d1ce4e5b9U), ...);
  return hash ^ (hash >> 32U);
}

}  // namespace fsin
