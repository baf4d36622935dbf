// SPDX-License-Identifier: Apache-2.0
// Decimal numbers as people write them, digit by digit: nothing is rounded to binary, so that 0.1 + 2 * 0.1 is 0.3.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fsin {

/// A number with an exponent (`1.5e3`, `1e-4`) written out without one (`1500`, `0.0001`); any other text as it is.
/// Empty if what stands around the `e` is no decimal number, or if the exponent is beyond 40.
std::optional<std::string> without_exponent(std::string_view text);

/// As parse_natural, but an exponent is allowed where it gives a whole number (`1e4`, `2.5e3`).
std::optional<std::uint64_t> parse_whole_number(std::string_view text);
/// As parse_integer, but an exponent is allowed where it gives a whole number (`-1e4`).
std::optional<std::int64_t> parse_signed_whole_number(std::string_view text);

/// The number digits / 10^places.
struct Decimal {
  std::int64_t digits = 0;
  unsigned places = 0;
};

/// Parses `0.1`, `-2`, `1.5e-3`; empty if the text is no decimal number or has more than 18 digits.
std::optional<Decimal> parse_decimal(std::string_view text);

/// Prints a number without exponent and trailing zeros: `0.3`, `-2`, `0.0015`. parse_decimal reads it back as the same
/// number.
std::string print_decimal(Decimal number);

}  // namespace fsin
