// SPDX-License-Identifier: Apache-2.0
// Samples in words, for findings.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "trgen/extrapolation/grids.hpp"

namespace trgen::extrapolation {

/// "3500 to 3504 on 16 ranks, 7000 on 32 ranks".
inline std::string by_run(const std::vector<Sample>& samples) {
  std::map<Scale, std::pair<std::int64_t, std::int64_t>> ranges;
  for (const Sample& each : samples) {
    auto& [least, most] = ranges.emplace(each.at.run->scale(), std::pair(each.value, each.value)).first->second;
    least = std::min(least, each.value);
    most = std::max(most, each.value);
  }
  std::string text;
  for (const auto& [scale, range] : ranges) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", range.first);
    if (range.first != range.second) text += fmt::format(" to {}", range.second);
    text += fmt::format(" on {}", scale.words());
  }
  return text;
}

inline bool of_one_run(const std::vector<Sample>& samples) {
  return std::all_of(samples.begin(), samples.end(),
                     [&](const Sample& each) { return each.at.run == samples.front().at.run; });
}

}  // namespace trgen::extrapolation
