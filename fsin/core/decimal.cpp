// SPDX-License-Identifier: Apache-2.0
// See decimal.hpp.
#include "fsin/core/decimal.hpp"

#include <algorithm>

#include "fsin/core/text.hpp"

namespace fsin {
namespace {

constexpr std::int64_t most_shift = 40;
constexpr std::size_t most_digits = 18;

bool are_digits(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

/// The digits of `12.5` before and after the point, without the sign.
struct Parts {
  bool negative = false;
  std::string_view whole, fraction;
};

/// Splits a number without exponent: no leading zeros, and a digit on either side of the point.
std::optional<Parts> split(std::string_view text) {
  Parts parts;
  parts.negative = text.starts_with('-');
  if (parts.negative) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  parts.whole = text.substr(0, point);
  if (point != std::string_view::npos) {
    parts.fraction = text.substr(point + 1);
    if (parts.fraction.empty()) return std::nullopt;
  }
  if (parts.whole.empty() || !are_digits(parts.whole) || !are_digits(parts.fraction)) return std::nullopt;
  if (parts.whole.size() > 1 && parts.whole.front() == '0') return std::nullopt;
  return parts;
}

/// The digits with a point after the first `whole` of them; zeros that carry no value are left out.
std::string with_point(std::string digits, std::int64_t whole, bool negative) {
  if (whole < 0) {
    digits.insert(0, static_cast<std::size_t>(-whole), '0');
    whole = 0;
  }
  if (static_cast<std::size_t>(whole) > digits.size()) digits.resize(static_cast<std::size_t>(whole), '0');
  std::string fraction = digits.substr(static_cast<std::size_t>(whole));
  digits.resize(static_cast<std::size_t>(whole));
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (digits.empty()) digits = "0";
  if (!fraction.empty()) digits += '.' + fraction;
  return negative && digits != "0" ? '-' + digits : digits;
}

}  // namespace

std::optional<std::string> without_exponent(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  if (e == std::string_view::npos) return std::string(text);
  const std::optional<Parts> parts = split(text.substr(0, e));
  std::string_view power = text.substr(e + 1);
  if (power.starts_with('+')) power.remove_prefix(1);
  const std::string_view bare = power.substr(power.starts_with('-') ? 1 : 0);
  if (!parts || bare.empty() || bare.size() > 3 || !are_digits(bare)) return std::nullopt;
  std::int64_t shift = 0;
  for (const char digit : bare) shift = shift * 10 + (digit - '0');
  if (shift > most_shift) return std::nullopt;
  if (power.size() != bare.size()) shift = -shift;
  return with_point(std::string(parts->whole) + std::string(parts->fraction),
                    static_cast<std::int64_t>(parts->whole.size()) + shift, parts->negative);
}

std::optional<std::uint64_t> parse_whole_number(std::string_view text) {
  const std::optional<std::string> plain = without_exponent(text);
  return plain ? parse_natural(*plain) : std::nullopt;
}

std::optional<std::int64_t> parse_signed_whole_number(std::string_view text) {
  const std::optional<std::string> plain = without_exponent(text);
  return plain ? parse_integer(*plain) : std::nullopt;
}

std::optional<Decimal> parse_decimal(std::string_view text) {
  const std::optional<std::string> plain = without_exponent(text);
  const std::optional<Parts> parts = plain ? split(*plain) : std::nullopt;
  if (!parts || parts->whole.size() + parts->fraction.size() > most_digits) return std::nullopt;
  Decimal number{0, static_cast<unsigned>(parts->fraction.size())};
  for (const std::string_view digits : {parts->whole, parts->fraction}) {
    for (const char digit : digits) number.digits = number.digits * 10 + (digit - '0');
  }
  if (parts->negative) number.digits = -number.digits;
  return number;
}

std::string print_decimal(Decimal number) {
  const bool negative = number.digits < 0;
  std::string digits = std::to_string(negative ? -number.digits : number.digits);
  const auto whole = static_cast<std::int64_t>(digits.size()) - static_cast<std::int64_t>(number.places);
  return with_point(std::move(digits), whole, negative);
}

}  // namespace fsin
