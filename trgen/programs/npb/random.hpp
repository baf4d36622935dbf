// SPDX-License-Identifier: Apache-2.0
// The random numbers of the NAS Parallel Benchmarks: x' = a x mod 2^46, a number in (0, 1) being x / 2^46.
// Source: D. Bailey et al., "The NAS Parallel Benchmarks", RNR-94-007, section 2.3. Whole numbers give the same as the
// double-precision arithmetic of the benchmarks, which is exact.
#pragma once

#include <cstdint>

namespace trgen::programs::npb {

inline constexpr std::uint64_t random_modulus = std::uint64_t{1} << 46;
inline constexpr std::uint64_t random_seed = 314159265;
inline constexpr std::uint64_t random_multiplier = 1220703125;  ///< 5^13

constexpr std::uint64_t random_product(std::uint64_t a, std::uint64_t x) { return a * x % random_modulus; }

}  // namespace trgen::programs::npb
