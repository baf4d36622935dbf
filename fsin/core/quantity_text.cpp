// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/quantity_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fsin {
namespace {

struct Prefix {
  double factor;
  const char* text;
};

template <std::size_t N>
std::string with_prefix(double value, const std::array<Prefix, N>& prefixes) {
  const Prefix* chosen = &prefixes.back();
  for (const Prefix& prefix : prefixes) {
    if (std::abs(value) >= prefix.factor) {
      chosen = &prefix;
      break;
    }
  }
  return fmt::format("{:.4g}{}", value / chosen->factor, chosen->text);
}

}  // namespace

std::string number_text(double value) {
  if (!std::isfinite(value)) return fmt::format("{}", value);
  if (value != 0 && std::abs(value) >= 1e4 && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

TimeUnit time_unit(double seconds) {
  for (const TimeUnit unit : {TimeUnit{1, "s"}, TimeUnit{1e-3, "ms"}, TimeUnit{1e-6, "us"}}) {
    if (seconds >= unit.seconds) return unit;
  }
  return {1e-9, "ns"};
}

EstimateText estimate_text(double mean, double half_width) {
  if (!std::isfinite(half_width)) return {number_text(mean), {}};
  if (half_width == 0 || !std::isfinite(mean)) return {number_text(mean), number_text(half_width)};
  const auto exponent = [](double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); };
  int decimals = std::max(1 - exponent(half_width), 0);
  if (mean != 0) decimals = std::clamp(5 - exponent(mean), 0, decimals);
  const bool shows = half_width >= 0.5 * std::pow(10.0, -decimals);
  return {fmt::format("{:.{}f}", mean, decimals),
          shows ? fmt::format("{:.{}f}", half_width, decimals) : fmt::format("{:.1g}", half_width)};
}

std::string seconds_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "unknown";
  if (seconds >= 3600) {
    const auto minutes = static_cast<std::uint64_t>(seconds / 60);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
  }
  if (seconds >= 100) {
    const auto whole = static_cast<std::uint64_t>(seconds);
    return fmt::format("{} min {} s", whole / 60, whole % 60);
  }
  const TimeUnit unit = time_unit(seconds);
  return fmt::format("{:.4g} {}", seconds / unit.seconds, unit.name);
}

std::string bytes_text(std::uint64_t bytes) {
  static constexpr std::array<Prefix, 5> prefixes{{{1024.0 * 1024 * 1024 * 1024, " TiB"},
                                                   {1024.0 * 1024 * 1024, " GiB"},
                                                   {1024.0 * 1024, " MiB"},
                                                   {1024.0, " KiB"},
                                                   {1, " B"}}};
  return with_prefix(static_cast<double>(bytes), prefixes);
}

std::string count_text(double count) {
  static constexpr std::array<Prefix, 4> prefixes{{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}, {1, ""}}};
  return with_prefix(count, prefixes);
}

std::string grouped_text(std::uint64_t value) {
  const std::string digits = fmt::format("{}", value);
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) result.push_back(' ');
    result.push_back(digits[i]);
  }
  return result;
}

}  // namespace fsin
