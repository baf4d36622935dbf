// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/units.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string>

namespace fsin::platform {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array times{Unit{"w", 604800}, Unit{"d", 86400}, Unit{"h", 3600},  Unit{"m", 60},    Unit{"s", 1},
                           Unit{"ms", 1e-3},  Unit{"us", 1e-6}, Unit{"ns", 1e-9}, Unit{"ps", 1e-12}};

constexpr std::array prefixes{Unit{"", 1},        Unit{"k", 1e3},    Unit{"K", 1e3},      Unit{"M", 1e6},
                              Unit{"G", 1e9},     Unit{"T", 1e12},   Unit{"P", 1e15},     Unit{"E", 1e18},
                              Unit{"ki", 1024},   Unit{"Ki", 1024},  Unit{"Mi", 1048576}, Unit{"Gi", 1073741824},
                              Unit{"Ti", 0x1p40}, Unit{"Pi", 0x1p50}};

/// Reads the number at the beginning; the rest stays in `text`. Only finite numbers of 0 or more.
std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value) || value < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return value;
}

std::optional<double> factor_of(std::span<const Unit> units, std::string_view name) {
  for (const Unit& each : units) {
    if (each.name == name) return each.factor;
  }
  return std::nullopt;
}

bool take_ending(std::string_view& text, std::string_view ending) {
  if (text.size() < ending.size() || text.substr(text.size() - ending.size()) != ending) return false;
  text.remove_suffix(ending.size());
  return true;
}

std::optional<double> times_prefix(double value, std::string_view prefix, double unit) {
  const auto factor = factor_of(prefixes, prefix);
  if (!factor) return std::nullopt;
  return value * *factor * unit;
}

}  // namespace

std::optional<double> bandwidth_of(std::string_view text) {
  const auto value = take_number(text);
  if (!value || text.empty()) return value;
  if (take_ending(text, "Bps")) return times_prefix(*value, text, 1);
  if (take_ending(text, "bps")) return times_prefix(*value, text, 1.0 / 8);
  return std::nullopt;
}

std::optional<double> time_of(std::string_view text) {
  const auto value = take_number(text);
  if (!value || text.empty()) return value;
  const auto factor = factor_of(times, text);
  if (!factor) return std::nullopt;
  return *value * *factor;
}

std::optional<double> speed_of(std::string_view text) {
  text = text.substr(0, text.find(','));
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const auto value = take_number(text);
  if (!value || text.empty()) return value;
  if (take_ending(text, "flops") || take_ending(text, "f")) return times_prefix(*value, text, 1);
  return std::nullopt;
}

}  // namespace fsin::platform
