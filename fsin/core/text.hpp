// SPDX-License-Identifier: Apache-2.0
// Text helpers: strict parsing of numbers, and escaping of foreign text for messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fsin {

/// Parses digits only: no sign, `0x`, exponent, leading zero, blank or trailing character. Empty if the text is
/// anything else or the number does not fit.
std::optional<std::uint64_t> parse_natural(std::string_view text);
/// As parse_natural, with an optional leading minus.
std::optional<std::int64_t> parse_integer(std::string_view text);
/// Parses a finite decimal number, with or without exponent (`0.4`, `1e-3`); no `inf`, `nan`, hexadecimal or leading
/// plus.
std::optional<double> parse_real(std::string_view text);

/// The shortest text that parse_real reads back as the same number.
std::string print_real(double value);

/// The text in double quotes, control characters and broken UTF-8 escaped, cut after `limit` bytes.
std::string in_quotes(std::string_view text, std::size_t limit = 60);

/// The text with control characters and broken UTF-8 escaped, so that it prints on one line and drives no terminal.
std::string one_line(std::string_view text);

/// Position of the first byte that plain text cannot contain (broken UTF-8, or a control character other than tab,
/// newline and carriage return); empty if there is none.
std::optional<std::size_t> find_non_text(std::string_view text);

/// The text without blanks (spaces, tabs and carriage returns) at its ends.
std::string_view trimmed(std::string_view text);

/// value / 10^digits, exactly: `0.5` of 500 and 3.
std::string decimal_text(std::uint64_t value, unsigned digits);

/// A count with its noun: `3 values`, `1 value`.
std::string counted(std::size_t count, std::string_view singular);

}  // namespace fsin
