// SPDX-License-Identifier: Apache-2.0
// See units.hpp. Whole quantities are computed in integers, so that no rounding decides how many bytes a text means.
#include "fsin/core/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin {
namespace {

struct Unit {
  Dimension dimension;
  std::string_view name;
  std::uint64_t scale;  ///< base units in one; picoseconds for times, nanometres for lengths
};

constexpr std::uint64_t kilo = 1000, mega = kilo * 1000, giga = mega * 1000, tera = giga * 1000;
constexpr std::uint64_t kibi = 1024, mebi = kibi * 1024, gibi = mebi * 1024, tebi = gibi * 1024;

// Within a dimension the smallest comes first; printing takes the last one that divides.
constexpr std::array units{
    Unit{Dimension::size, "B", 1},
    Unit{Dimension::size, "kB", kilo},
    Unit{Dimension::size, "KiB", kibi},
    Unit{Dimension::size, "MB", mega},
    Unit{Dimension::size, "MiB", mebi},
    Unit{Dimension::size, "GB", giga},
    Unit{Dimension::size, "GiB", gibi},
    Unit{Dimension::size, "TB", tera},
    Unit{Dimension::size, "TiB", tebi},
    Unit{Dimension::rate, "b/s", 1},
    Unit{Dimension::rate, "kb/s", kilo},
    Unit{Dimension::rate, "Mb/s", mega},
    Unit{Dimension::rate, "Gb/s", giga},
    Unit{Dimension::rate, "Tb/s", tera},
    Unit{Dimension::rate, "B/s", 8},
    Unit{Dimension::rate, "kB/s", 8 * kilo},
    Unit{Dimension::rate, "KiB/s", 8 * kibi},
    Unit{Dimension::rate, "MB/s", 8 * mega},
    Unit{Dimension::rate, "MiB/s", 8 * mebi},
    Unit{Dimension::rate, "GB/s", 8 * giga},
    Unit{Dimension::rate, "GiB/s", 8 * gibi},
    Unit{Dimension::rate, "TB/s", 8 * tera},
    Unit{Dimension::time, "ps", 1},
    Unit{Dimension::time, "ns", kilo},
    Unit{Dimension::time, "us", mega},
    Unit{Dimension::time, "ms", giga},
    Unit{Dimension::time, "s", tera},
    Unit{Dimension::length, "mm", mega},
    Unit{Dimension::length, "cm", 10 * mega},
    Unit{Dimension::length, "m", giga},
    Unit{Dimension::length, "km", tera},
    Unit{Dimension::speed, "m/s", 1},
    Unit{Dimension::speed, "km/s", kilo},
    Unit{Dimension::speed, "m/us", mega},
    Unit{Dimension::speed, "m/ns", giga},
    Unit{Dimension::packets, "packet", 1},
    Unit{Dimension::packets, "packets", 1},
    Unit{Dimension::cycles, "cycle", 1},
    Unit{Dimension::cycles, "cycles", 1},
};

std::string_view base_unit(Dimension dimension) {
  switch (dimension) {
    case Dimension::size:
      return "B";
    case Dimension::rate:
      return "Gb/s";
    case Dimension::time:
    case Dimension::delay:
      return "ns";
    case Dimension::length:
      return "m";
    case Dimension::speed:
      return "m/ns";
    case Dimension::packets:
      return "packets";
    case Dimension::cycles:
      return "cycles";
    case Dimension::none:
      break;
  }
  return "";
}

/// Whether a quantity of the dimension can be written in the unit.
bool suits(const Unit& unit, Dimension dimension) {
  if (dimension != Dimension::delay) return unit.dimension == dimension;
  return unit.dimension == Dimension::cycles || unit.dimension == Dimension::time ||
         unit.dimension == Dimension::length;
}

std::vector<std::string_view> unit_names(Dimension dimension) {
  std::vector<std::string_view> names;
  for (const Unit& unit : units) {
    if (suits(unit, dimension)) names.push_back(unit.name);
  }
  return names;
}

const Unit* find_unit(std::string_view name) {
  const auto* found = std::find_if(units.begin(), units.end(), [name](const Unit& unit) { return unit.name == name; });
  return found == units.end() ? nullptr : found;
}

/// A number without exponent, split at the point; trailing zeros of the fraction are dropped.
struct Decimal {
  std::string_view text, whole, fraction;
};

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<Decimal> split_decimal(std::string_view text) {
  const std::size_t point = text.find('.');
  Decimal out{text, text.substr(0, point), {}};
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

Scaling scale_exactly(const Decimal& number, std::uint64_t scale, std::uint64_t& result) {
  std::string digits(number.whole);
  digits += number.fraction;
  std::uint64_t mantissa = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), mantissa);
  // More digits behind the point than fit are a fraction of the smallest unit.
  if (read.ec != std::errc{}) return number.whole.size() > 19 ? Scaling::too_large : Scaling::not_whole;
  // Take each power of ten out of the scale if it divides, else out of the mantissa.
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

/// 31 years: beyond it nothing is simulated, and the canonical text stays free of exponents.
constexpr double longest_ns = 1e18;

std::string read_time(const Decimal& number, const Unit& unit, double& ns) {
  const std::optional<double> value = parse_real(number.text);
  // Divide or multiply by an exact power of ten: one rounding only.
  const std::uint64_t scale_ns = unit.scale / kilo;
  if (value) ns = scale_ns == 0 ? *value / 1000.0 : *value * static_cast<double>(scale_ns);
  if (!value || ns > longest_ns) return "is too long; give at most 1000000000 s";
  return {};
}

/// What whole quantities are counted in.
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

std::string read_whole(const Decimal& number, const Unit& unit, std::uint64_t& result) {
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

/// What is wrong with the unit, or nothing.
std::string check_unit(std::string_view number, std::string_view name, const Unit* unit, Dimension dimension) {
  const std::string fix = fmt::format("write \"{} {}\"", number, base_unit(dimension));
  if (name.empty()) return fmt::format("has no unit; {}", fix);
  if (unit == nullptr) {
    return fmt::format("has an unknown unit{}", suggestion(name, unit_names(dimension), "valid units"));
  }
  if (suits(*unit, dimension)) return {};
  return fmt::format("is {}, not {}; {}", dimension_name(unit->dimension), dimension_name(dimension), fix);
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

std::string unit_list(Dimension dimension) { return fmt::format("{}", fmt::join(unit_names(dimension), ", ")); }

QuantityText parse_quantity(std::string_view text, Dimension dimension) {
  QuantityText out;
  const auto fail = [&](std::string_view what) {
    out.error = fmt::format("{} {}", in_quotes(text), what);
    return out;
  };
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, end);
  std::string_view name = text.substr(end);
  while (name.starts_with(' ')) name.remove_prefix(1);
  const std::optional<Decimal> decimal = split_decimal(number);
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
  for (const Unit& unit : units) {
    // Rates are printed in bits only.
    const bool printed = dimension == Dimension::size || unit.name.find('b') != std::string_view::npos;
    if (unit.dimension != dimension || !printed || whole == 0 || whole % unit.scale != 0) continue;
    name = unit.name;
    scale = unit.scale;
  }
  return fmt::format("{} {}", whole / scale, name);
}

}  // namespace fsin
