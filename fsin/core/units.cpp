// SPDX-License-Identifier: Apache-2.0
// See units.hpp. Whole quantities are computed in integers, so that no rounding decides how many bytes a text means.
#include "fsin/core/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "fsin/core/decimal.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/core/unit_names.hpp"

namespace fsin {
namespace {

/// A number without exponent, split at the point; trailing zeros of the fraction are dropped.
struct Written {
  std::string_view text, whole, fraction;
};

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<Written> split_written(std::string_view text) {
  const std::size_t point = text.find('.');
  Written out{text, text.substr(0, point), {}};
  if (point != std::string_view::npos) {
    out.fraction = text.substr(point + 1);
    if (out.fraction.empty()) return std::nullopt;
  }
  if (out.whole.empty() || !all_digits(out.whole) || !all_digits(out.fraction)) return std::nullopt;
  if (out.whole.size() > 1 && out.whole.front() == '0') return std::nullopt;
  while (out.fraction.ends_with('0')) out.fraction.remove_suffix(1);
  return out;
}

enum class Scaling : std::uint8_t { fits, too_large, not_whole };

Scaling scale_exactly(const Written& number, std::uint64_t scale, std::uint64_t& result) {
  std::string digits(number.whole);
  digits += number.fraction;
  std::uint64_t mantissa = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), mantissa);
  // Digits behind the point beyond what fits are a fraction of the smallest unit.
  if (read.ec != std::errc{}) return number.whole.size() > 19 ? Scaling::too_large : Scaling::not_whole;
  // Each power of ten comes out of the scale if it divides it, else out of the mantissa.
  for (std::size_t i = 0; i < number.fraction.size(); ++i) {
    for (const std::uint64_t prime : {std::uint64_t{2}, std::uint64_t{5}}) {
      if (scale % prime == 0) {
        scale /= prime;
      } else if (mantissa % prime == 0) {
        mantissa /= prime;
      } else {
        return Scaling::not_whole;
      }
    }
  }
  return __builtin_mul_overflow(mantissa, scale, &result) ? Scaling::too_large : Scaling::fits;
}

/// Longest time, 31 years: nothing longer is simulated, and the canonical text stays free of exponents.
constexpr double longest_ns = 1e18;

std::string read_time(const Written& number, const Unit& unit, double& ns) {
  const std::optional<double> value = parse_real(number.text);
  // Divide or multiply by an exact power of ten: one rounding only.
  const std::uint64_t scale_ns = unit.scale / 1000;
  if (value) ns = scale_ns == 0 ? *value / 1000.0 : *value * static_cast<double>(scale_ns);
  if (!value || ns > longest_ns) return "is too long; give at most 1000000000 s";
  return {};
}

/// The unit in which whole quantities of the dimension are counted.
std::string_view smallest_unit(Dimension dimension) {
  switch (dimension) {
    case Dimension::rate:
      return "b/s";
    case Dimension::time:
      return "ps";
    case Dimension::length:
      return "nm";
    case Dimension::speed:
      return "m/s";
    default:
      return base_unit(dimension);
  }
}

std::string read_whole(const Written& number, const Unit& unit, std::uint64_t& result) {
  switch (scale_exactly(number, unit.scale, result)) {
    case Scaling::too_large:
      return "is too large";
    case Scaling::not_whole:
      return fmt::format("is not a whole number of {}", smallest_unit(unit.dimension));
    case Scaling::fits:
      break;
  }
  return {};
}

/// Fault of the unit of a quantity; empty when there is none. A number with a unit of another dimension is never
/// suggested with a unit that would fit: 64 B is not 64 packets.
std::string check_unit(std::string_view number, std::string_view name, const Unit* unit, Dimension dimension) {
  const std::string valid = fmt::format("valid units: {}", unit_list(dimension));
  const bool counted = dimension == Dimension::packets || dimension == Dimension::cycles;
  if (name.empty()) {
    std::string_view unit_to_write = base_unit(dimension);
    if (number == "1") unit_to_write.remove_suffix(1);  // 1 packet, 1 cycle
    return counted ? fmt::format("has no unit; write \"{} {}\"", number, unit_to_write)
                   : fmt::format("has no unit; {}", valid);
  }
  if (unit == nullptr && counted) {
    return fmt::format("has an unknown unit{}", suggestion(name, unit_names(dimension), "valid units"));
  }
  if (unit == nullptr) return fmt::format("has an unknown unit{} {}", unit_guess(name, dimension), valid);
  if (suits(*unit, dimension)) return {};
  return fmt::format("is {}, not {}; {}", dimension_name(unit->dimension), dimension_name(dimension), valid);
}

/// Length of the number at the front of the text: `1.5`, or `1e4` where a digit follows the e.
std::size_t number_length(std::string_view text) {
  constexpr std::string_view digits = "0123456789";
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  std::size_t power = end;
  if (end == 0 || power >= text.size() || (text[power] != 'e' && text[power] != 'E')) return end;
  ++power;
  if (power < text.size() && (text[power] == '+' || text[power] == '-')) ++power;
  if (power >= text.size() || digits.find(text[power]) == std::string_view::npos) return end;
  return std::min(text.find_first_not_of(digits, power), text.size());
}

}  // namespace

std::string_view dimension_name(Dimension dimension) {
  switch (dimension) {
    case Dimension::size:
      return "a size";
    case Dimension::rate:
      return "a bit rate";
    case Dimension::time:
      return "a time";
    case Dimension::packets:
      return "a number of packets";
    case Dimension::cycles:
      return "a number of cycles";
    case Dimension::length:
      return "a length";
    case Dimension::speed:
      return "a speed";
    case Dimension::delay:
      return "a delay";
    case Dimension::none:
      break;
  }
  return "a number";
}

std::optional<AnyQuantity> parse_any_quantity(std::string_view text) {
  std::string_view name = text.substr(number_length(text));
  while (name.starts_with(' ')) name.remove_prefix(1);
  const Unit* unit = find_unit(name);
  if (unit == nullptr) return std::nullopt;
  const QuantityText read = parse_quantity(text, unit->dimension);
  if (!read.error.empty()) return std::nullopt;
  const bool is_time = unit->dimension == Dimension::time;
  return AnyQuantity{unit->dimension, is_time ? read.real : static_cast<double>(read.whole)};
}

std::string unit_list(Dimension dimension) { return fmt::format("{}", fmt::join(unit_names(dimension), ", ")); }

QuantityText parse_quantity(std::string_view text, Dimension dimension) {
  QuantityText out;
  const auto fail = [&](std::string_view what) {
    out.error = fmt::format("{} {}", in_quotes(text), what);
    return out;
  };
  const std::size_t end = number_length(text);
  const std::string_view number = text.substr(0, end);
  std::string_view name = text.substr(end);
  while (name.starts_with(' ')) name.remove_prefix(1);
  const std::optional<std::string> plain = without_exponent(number);
  const std::optional<Written> decimal = plain ? split_written(*plain) : std::nullopt;
  if (!decimal && text.starts_with('-'))
    return fail(fmt::format("is negative; write for example \"64 {}\"", base_unit(dimension)));
  if (!decimal)
    return fail(fmt::format("is not {}; write for example \"64 {}\"", dimension_name(dimension), base_unit(dimension)));

  if (name.empty() && (dimension == Dimension::cycles || dimension == Dimension::delay)) name = "cycles";
  const Unit* unit = find_unit(name);
  if (const std::string wrong = check_unit(number, name, unit, dimension); !wrong.empty()) return fail(wrong);
  out.written_in = unit->dimension;
  const std::string wrong =
      dimension == Dimension::time ? read_time(*decimal, *unit, out.real) : read_whole(*decimal, *unit, out.whole);
  return wrong.empty() ? out : fail(wrong);
}

std::string print_quantity(std::uint64_t whole, double real, Dimension dimension) {
  if (dimension == Dimension::time) {
    std::array<char, 400> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), real, std::chars_format::fixed);
    return fmt::format("{} ns", std::string_view(buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())));
  }
  if (dimension == Dimension::packets || dimension == Dimension::cycles) {
    return counted(whole, dimension == Dimension::packets ? "packet" : "cycle");
  }
  if (dimension == Dimension::speed) return fmt::format("{} m/ns", decimal_text(whole, 9));
  std::string_view name = dimension == Dimension::size ? "B" : "b/s";
  std::uint64_t scale = 1;
  for (const Unit& unit : all_units()) {
    // Rates are printed in bits only.
    const bool printed = dimension == Dimension::size || unit.name.find('b') != std::string_view::npos;
    if (unit.dimension != dimension || !printed || whole == 0 || whole % unit.scale != 0) continue;
    name = unit.name;
    scale = unit.scale;
  }
  return fmt::format("{} {}", whole / scale, name);
}

}  // namespace fsin
