// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/scaled.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "fsin/core/text.hpp"

namespace fsin::graph_file {
namespace {

constexpr double largest_scaled = 9e18;  // below 2^63, so that it fits whatever its type

/// number * one, rounded; empty where it is too large.
std::optional<std::uint64_t> product(double number, std::uint64_t one, std::string& problem) {
  const double value = std::round(number * static_cast<double>(one));
  if (value < largest_scaled) return static_cast<std::uint64_t>(value);
  problem = fmt::format("{} is too large", number);
  return std::nullopt;
}

}  // namespace

std::optional<double> bare_number(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n' || text.front() == '+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value) || std::signbit(value)) return std::nullopt;
  return value;
}

std::optional<BitRate> scaled_rate(double number, const std::string& unit, std::string& problem) {
  const auto one = parse_quantity<BitRate>("1 " + unit, problem);
  if (!one) return std::nullopt;
  const auto value = product(number, one->value, problem);
  if (!value) return std::nullopt;
  return BitRate{*value};
}

std::optional<Delay> scaled_delay(double number, const std::string& unit, std::string& problem) {
  const auto one = parse_quantity<Delay>("1 " + unit, problem);
  if (!one) return std::nullopt;
  if (one->in_cycles() && number != std::floor(number)) {
    problem = fmt::format("{} is no whole number of cycles", number);
    return std::nullopt;
  }
  const auto value = product(number, one->value, problem);
  if (!value) return std::nullopt;
  return Delay(one->unit, *value);
}

}  // namespace fsin::graph_file
