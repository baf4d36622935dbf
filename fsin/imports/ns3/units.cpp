// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/ns3/units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "fsin/core/text.hpp"

namespace fsin::imports {
namespace {

using Unit = std::pair<std::string_view, double>;

/// k and K are both 1000, and with an i all are powers of 1024; a B is a byte.
constexpr std::array rate_prefixes{Unit{"", 1},      Unit{"k", 1e3},        Unit{"K", 1e3},
                                   Unit{"M", 1e6},   Unit{"G", 1e9},        Unit{"T", 1e12},
                                   Unit{"Ki", 1024}, Unit{"Mi", 1048576.0}, Unit{"Gi", 1073741824.0}};
constexpr std::array rate_units{Unit{"bps", 1}, Unit{"b/s", 1}, Unit{"Bps", 8}, Unit{"B/s", 8}};
constexpr std::array time_units{Unit{"", 1e12}, Unit{"s", 1e12},  Unit{"ms", 1e9},   Unit{"us", 1e6},  Unit{"ns", 1e3},
                                Unit{"ps", 1},  Unit{"fs", 1e-3}, Unit{"min", 6e13}, Unit{"h", 3.6e15}};

/// A number and the unit behind it, multiplied.
std::optional<double> product(std::string_view text, auto&& factor_of) {
  const std::size_t cut = std::min(text.find_first_not_of("0123456789.+-eE"), text.size());
  const auto number = parse_real(text.substr(0, cut));
  const std::optional<double> factor = factor_of(text.substr(cut));
  if (!number || !factor || !std::isfinite(*number) || *number < 0) return std::nullopt;
  return *number * *factor;
}

std::optional<double> factor_in(std::span<const Unit> units, std::string_view name) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& each) { return each.first == name; });
  return found == units.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<std::uint64_t> rate_of_ns3(std::string_view text) {
  const auto value = product(text, [](std::string_view unit) -> std::optional<double> {
    if (unit.size() < 3) return std::nullopt;
    const auto prefix = factor_in(rate_prefixes, unit.substr(0, unit.size() - 3));
    const auto rate = factor_in(rate_units, unit.substr(unit.size() - 3));
    return prefix && rate ? std::optional(*prefix * *rate) : std::nullopt;
  });
  if (!value || *value < 1 || *value > 1e15) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(*value));
}

std::optional<std::uint64_t> time_of_ns3(std::string_view text) {
  const auto value = product(text, [](std::string_view unit) { return factor_in(time_units, unit); });
  if (!value || *value > 1e15) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(*value));
}

}  // namespace fsin::imports
