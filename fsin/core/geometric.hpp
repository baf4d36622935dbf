// SPDX-License-Identifier: Apache-2.0
// Logarithms that give the same bits on every machine, and the geometric gaps of a Bernoulli process drawn from them.
//
// Only IEEE additions, multiplications, divisions and bit operations are used: no libm, whose last bit differs between
// machines. The logarithm is 2 artanh(f / (2 + f)) as a power series over the mantissa reduced to [sqrt(1/2), sqrt(2)).
#pragma once

#include <bit>
#include <cstdint>

namespace fsin {

namespace detail {

/// 2 artanh(s) for |s| <= 0.172, relative error below 2^-52. Two interleaved polynomials halve the dependency chain.
constexpr double twice_artanh(double s) {
  const double z = s * s;
  const double w = z * z;
  const double even = 1.0 / 5 + w * (1.0 / 9 + w * (1.0 / 13 + w * (1.0 / 17 + w * (1.0 / 21))));
  const double odd = 1.0 / 3 + w * (1.0 / 7 + w * (1.0 / 11 + w * (1.0 / 15 + w * (1.0 / 19 + w * (1.0 / 23)))));
  return 2 * s + 2 * s * (z * odd + w * even);
}

}  // namespace detail

/// Natural logarithm of a normal positive number, to a few units in the last place.
constexpr double deterministic_log(double x) {
  constexpr std::uint64_t mantissa_mask = (std::uint64_t{1} << 52U) - 1;
  constexpr std::uint64_t sqrt_two_mantissa = 0x6a09e667f3bcdU;
  constexpr double ln2_high = 0x1.62e42feep-1;  // 32 bits: times an exponent it is exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t mantissa = bits & mantissa_mask;
  const std::uint64_t halve = mantissa >= sqrt_two_mantissa ? 1 : 0;
  const auto m = std::bit_cast<double>(mantissa | ((1023 - halve) << 52U));
  const auto exponent = static_cast<double>(static_cast<std::int64_t>((bits >> 52U) + halve) - 1023);
  const double f = m - 1;
  return exponent * ln2_high + (detail::twice_artanh(f / (2 + f)) + exponent * ln2_low);
}

/// log(1 + x) for -1 < x, accurate for small x too.
constexpr double deterministic_log1p(double x) {
  return x > -0.25 && x < 0.25 ? detail::twice_artanh(x / (2 + x)) : deterministic_log(1 + x);
}

/// Number of Bernoulli trials up to and including the first success, by inversion.
class GeometricGap {
 public:
  /// No gap is longer than this many trials.
  static constexpr std::uint64_t longest = std::uint64_t{1} << 40U;

  GeometricGap() = default;

  /// probability > 0; from 1 upwards every trial succeeds.
  explicit constexpr GeometricGap(double probability)
      : log_failure_(probability >= 1 ? 0 : deterministic_log1p(-probability)) {}

  /// 1..longest, from 64 uniform bits of which the upper 53 count.
  constexpr std::uint64_t operator()(std::uint64_t draw) const {
    if (log_failure_ == 0) return 1;
    const double u = static_cast<double>((draw >> 11U) + 1) * 0x1.0p-53;  // (0, 1]
    const double failures = deterministic_log(u) / log_failure_;
    return failures < static_cast<double>(longest) ? 1 + static_cast<std::uint64_t>(failures) : longest;
  }

 private:
  double log_failure_ = 0;
};

}  // namespace fsin
