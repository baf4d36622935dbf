// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/delay.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <stdexcept>

#include "fsin/core/text.hpp"

namespace fsin {
namespace {

// 64 bits of a delay times 50 of a rate fit, and so does the product of the divisors.
__extension__ using Wide = unsigned __int128;

constexpr Wide picoseconds_in_second = 1'000'000'000'000;
constexpr Wide nanometres_in_metre = 1'000'000'000;

struct DelayUnit {
  unsigned digits;  ///< zeros of its value in picoseconds or nanometres
  const char* name;
};
constexpr std::array times{DelayUnit{12, "s"}, DelayUnit{9, "ms"}, DelayUnit{6, "us"}, DelayUnit{3, "ns"},
                           DelayUnit{0, "ps"}};
constexpr std::array lengths{DelayUnit{12, "km"}, DelayUnit{9, "m"}, DelayUnit{6, "mm"}};

std::uint64_t power_of_ten(unsigned digits) {
  std::uint64_t power = 1;
  while (digits-- > 0) power *= 10;
  return power;
}

/// Prints a value in the largest unit that gives at least 1 and needs at most three decimals; if there is none, in the
/// smallest unit.
template <std::size_t N>
std::string in_unit(std::uint64_t value, const std::array<DelayUnit, N>& units) {
  const DelayUnit* chosen = &units.back();
  for (const DelayUnit& unit : units) {
    const std::uint64_t last = unit.digits < 3 ? 1 : power_of_ten(unit.digits - 3);
    if (value < power_of_ten(unit.digits) || value % last != 0) continue;
    chosen = &unit;
    break;
  }
  return fmt::format("{} {}", decimal_text(value, chosen->digits), chosen->name);
}

std::uint64_t quotient_rounded_up(Wide dividend, Wide divisor) {
  const Wide quotient = dividend / divisor + (dividend % divisor == 0 ? 0 : 1);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return quotient > most ? most : static_cast<std::uint64_t>(quotient);
}

}  // namespace

unsigned Delay::cycles() const {
  if (!in_cycles()) throw std::logic_error("the cycles of a delay were asked for before it was converted to cycles");
  return static_cast<unsigned>(value);
}

std::string to_text(Delay delay) {
  switch (delay.unit) {
    case Dimension::time:
      return in_unit(delay.value, times);
    case Dimension::length:
      return in_unit(delay.value, lengths);
    default:
      return counted(delay.value, "cycle");
  }
}

std::uint64_t LinkClock::cycles(Delay delay) const {
  switch (delay.unit) {
    case Dimension::time:
      return quotient_rounded_up(Wide{delay.value} * bit_rate, picoseconds_in_second * phit_bits);
    case Dimension::length:
      return quotient_rounded_up(Wide{delay.value} * bit_rate, nanometres_in_metre * metres_per_second * phit_bits);
    default:
      return delay.value;
  }
}

}  // namespace fsin
