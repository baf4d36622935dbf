// SPDX-License-Identifier: Apache-2.0
// CPU bursts: recorded nanoseconds turned into link cycles.
//
// cycles = ns * scale * bit_rate / (1e9 * 8 * phit_bytes), in exact integer arithmetic. What is left of a cycle after a
// burst is carried to the next burst of the same rank, so that the total of a rank is right to one cycle however many
// bursts it has. The cost of reading the clock is taken off each burst before scaling, and no burst is shorter than
// nothing.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

namespace trgen::replay {

__extension__ using Wide = unsigned __int128;

class BurstClock {
 public:
  BurstClock() = default;

  /// scale: 0 .. 1e5, used to a millionth. bit_rate: bits per second, 1 .. 1e14. phit_bytes: 1 .. 65535.
  BurstClock(double scale, std::uint64_t clock_cost_ns, std::uint64_t bit_rate, std::uint32_t phit_bytes)
      : clock_cost_ns_(clock_cost_ns) {
    const auto millionths = static_cast<std::uint64_t>(std::llround(scale * 1e6));
    const std::uint64_t bits = std::uint64_t{8} * phit_bytes;
    const std::uint64_t rate_divisor = std::gcd(bit_rate, std::uint64_t{1'000'000'000} * bits);
    const std::uint64_t scale_divisor = std::gcd(millionths, std::uint64_t{1'000'000});
    numerator_ = Wide{bit_rate / rate_divisor} * (millionths / scale_divisor);
    denominator_ = Wide{std::uint64_t{1'000'000'000} * bits / rate_divisor} * (1'000'000 / scale_divisor);
  }

  /// Cycles of a burst of `ns`; `carry` belongs to the rank and starts at 0. Nothing for a burst that no program has:
  /// more than two hours, or more than 2^50 cycles.
  std::optional<std::uint64_t> cycles(std::uint64_t ns, Wide& carry) const {
    if (ns <= clock_cost_ns_) return 0;
    const std::uint64_t burst = ns - clock_cost_ns_;
    if (burst > longest_ns) return std::nullopt;
    const Wide total = burst * numerator_ + carry;  // below 2^127 in the ranges given above
    const Wide whole = total / denominator_;
    if (whole > most_cycles) return std::nullopt;
    carry = total % denominator_;
    return static_cast<std::uint64_t>(whole);
  }

 private:
  static constexpr std::uint64_t longest_ns = std::uint64_t{1} << 43U;
  static constexpr std::uint64_t most_cycles = std::uint64_t{1} << 50U;

  std::uint64_t clock_cost_ns_ = 0;
  Wide numerator_ = 0;
  Wide denominator_ = 1;
};

}  // namespace trgen::replay
