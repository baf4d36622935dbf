// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/sized_costs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "fsin/core/text.hpp"

namespace trgen::replay {
namespace {

constexpr double most_seconds = 1e6;  // of a call

/// Takes what stands before the separator.
std::string_view part_before(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

}  // namespace

std::optional<SizedCosts> SizedCosts::parse(std::string_view text, double cycles_a_second) {
  SizedCosts costs;
  while (!text.empty()) {
    std::string_view section = part_before(text, ';');
    const auto beyond = fsin::parse_natural(part_before(section, ':'));
    const auto seconds = fsin::parse_real(part_before(section, ':'));
    const auto a_byte = fsin::parse_real(section);
    const auto good = [](const std::optional<double>& value) { return value && *value >= 0 && *value <= most_seconds; };
    if (!beyond || !good(seconds) || !good(a_byte)) return std::nullopt;
    costs.sections_.push_back({*beyond, *seconds * cycles_a_second, *a_byte * cycles_a_second});
  }
  if (costs.empty()) return std::nullopt;
  std::stable_sort(costs.sections_.begin(), costs.sections_.end(),
                   [](const Section& a, const Section& b) { return a.beyond < b.beyond; });
  return costs;
}

std::uint64_t SizedCosts::cycles(std::uint64_t bytes) const {
  if (empty()) return 0;
  auto section = std::lower_bound(sections_.begin(), sections_.end(), bytes,
                                  [](const Section& each, std::uint64_t size) { return each.beyond < size; });
  if (section != sections_.begin()) --section;
  const double cycles = section->cycles + section->cycles_a_byte * static_cast<double>(bytes);
  return static_cast<std::uint64_t>(std::ceil(std::min(cycles * (1 - 1e-9), 0x1p60)));
}

}  // namespace trgen::replay
