// SPDX-License-Identifier: Apache-2.0
// CPU bursts: recorded nanoseconds, or amounts of work, converted to link cycles.
//
// cycles = burst * scale * bit_rate / (rate * 8 * phit_bytes), in exact integer arithmetic, where `rate` is the number
// of units of a burst per second: 1e9 for nanoseconds. The fraction of a cycle that remains after a burst is carried to
// the next burst of the same rank, so that the total of a rank is right to one cycle however many bursts it has. The
// cost of reading the clock is subtracted from each burst before scaling; a burst never becomes negative.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

namespace trgen::replay {

__extension__ using Wide = unsigned __int128;

class BurstClock {
 public:
  BurstClock() = default;

  /// scale: 0 .. 1e5, with a precision of one millionth. bit_rate: bits per second, 1 .. 1e14. phit_bytes: 1 .. 65535.
  /// rate: 1 .. 1e18.
  BurstClock(double scale, std::uint64_t clock_cost, std::uint64_t bit_rate, std::uint32_t phit_bytes,
             std::uint64_t rate = 1'000'000'000)
      : clock_cost_(clock_cost) {
    const auto scaled = static_cast<std::uint64_t>(std::llround(scale * 1e6));
    const std::uint64_t bits = std::uint64_t{8} * phit_bytes;
    const std::uint64_t rate_divisor = std::gcd(bit_rate, rate);
    const std::uint64_t bits_divisor = std::gcd(bit_rate / rate_divisor, bits);
    const std::uint64_t scale_divisor = std::gcd(scaled, std::uint64_t{1'000'000});
    numerator_ = Wide{bit_rate / rate_divisor / bits_divisor} * (scaled / scale_divisor);
    denominator_ = Wide{rate / rate_divisor} * (bits / bits_divisor) * (1'000'000 / scale_divisor);
    // The product stays below 2^127, the carried remainder included.
    const Wide fits = ((Wide{1} << 126U) - 1) / (numerator_ == 0 ? 1 : numerator_);
    const Wide longest = (Wide{rate} << longest_bits) / 1'000'000'000;
    longest_ = static_cast<std::uint64_t>(std::min({fits, longest, Wide{~std::uint64_t{0}}}));
  }

  /// The cycles of a burst; `carry` belongs to the rank and starts at 0. Empty for a burst that no program has: longer
  /// than two hours, or than 2^50 cycles.
  std::optional<std::uint64_t> cycles(std::uint64_t recorded, Wide& carry) const {
    if (recorded <= clock_cost_) return 0;
    const std::uint64_t burst = recorded - clock_cost_;
    if (burst > longest_) return std::nullopt;
    const Wide total = burst * numerator_ + carry;
    const Wide whole = total / denominator_;
    if (whole > most_cycles) return std::nullopt;
    carry = total % denominator_;
    return static_cast<std::uint64_t>(whole);
  }

 private:
  static constexpr unsigned longest_bits = 43;  ///< bits of a duration in nanoseconds
  static constexpr std::uint64_t most_cycles = std::uint64_t{1} << 50U;

  std::uint64_t clock_cost_ = 0;
  std::uint64_t longest_ = 0;
  Wide numerator_ = 0;
  Wide denominator_ = 1;
};

}  // namespace trgen::replay
