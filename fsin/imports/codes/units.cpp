// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/codes/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "fsin/core/decimal.hpp"
#include "fsin/core/text.hpp"

namespace fsin::imports {
namespace {

enum class Kind : std::uint8_t { none, time, size, rate };

struct Unit {
  std::string_view name;
  Kind kind;
  double factor;  ///< to ns, bytes, bytes a second
};

constexpr double kibi = 1024, mebi = kibi * kibi, gibi = mebi * kibi;
constexpr std::array units{
    Unit{"ns", Kind::time, 1},         Unit{"us", Kind::time, 1e3},       Unit{"ms", Kind::time, 1e6},
    Unit{"s", Kind::time, 1e9},        Unit{"B", Kind::size, 1},          Unit{"KiB", Kind::size, kibi},
    Unit{"MiB", Kind::size, mebi},     Unit{"GiB", Kind::size, gibi},     Unit{"KB", Kind::size, 1e3},
    Unit{"MB", Kind::size, 1e6},       Unit{"GB", Kind::size, 1e9},       Unit{"bps", Kind::rate, 0.125},
    Unit{"Kbps", Kind::rate, 0.125e3}, Unit{"Mbps", Kind::rate, 0.125e6}, Unit{"Gbps", Kind::rate, 0.125e9},
    Unit{"Bps", Kind::rate, 1},        Unit{"KBps", Kind::rate, 1e3},     Unit{"MBps", Kind::rate, 1e6},
    Unit{"GBps", Kind::rate, 1e9},     Unit{"KiBps", Kind::rate, kibi},   Unit{"MiBps", Kind::rate, mebi},
    Unit{"GiBps", Kind::rate, gibi}};

Kind kind_of(std::string_view name) {
  if (name.ends_with("_bandwidth") || name == "net_bw_mbps") return Kind::rate;
  if (name.ends_with("_size")) return Kind::size;
  if (name.ends_with("_delay") || name == "net_startup_ns") return Kind::time;
  return Kind::none;
}

/// What the model takes, in bytes a second.
double rate_of(std::string_view model) { return model == "fattree" ? 1e9 : model == "simplenet" ? mebi : gibi; }

}  // namespace

std::string in_units_of_codes(std::string_view model, std::string_view name, const std::string& value, const Mark& mark,
                              Diagnostics& diagnostics) {
  const Kind kind = kind_of(name);
  const std::size_t end = std::min(value.find_first_not_of("0123456789.+-eE"), value.size());
  const auto number = parse_real(value.substr(0, end));
  if (kind == Kind::none || !number) return value;
  const auto fail = [&](const std::string& what) {
    diagnostics.error(mark, fmt::format("{} is {}: {}", name, in_quotes(value), what));
    return value;
  };
  if (*number < 0) return fail("it must not be negative");
  if (end == value.size()) return value;
  const std::string_view suffix =
      std::string_view(value).substr(std::min(value.find_first_not_of(' ', end), value.size()));
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& each) { return each.name == suffix; });
  if (unit == units.end() || unit->kind != kind) {
    return fail(kind == Kind::time   ? "expected a time in ns, us, ms or s"
                : kind == Kind::size ? "expected a size in B, KiB, MiB, GiB, KB, MB or GB"
                                     : "expected a bandwidth in bps, Kbps, Mbps, Gbps, Bps, KBps, MBps, GBps, KiBps, "
                                       "MiBps or GiBps");
  }
  return print_real(*number * unit->factor / (kind == Kind::rate ? rate_of(model) : 1));
}

}  // namespace fsin::imports
