// SPDX-License-Identifier: Apache-2.0
// Kept results made by hand.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "fsin/result/kept_result.hpp"

namespace fsin::test {

inline void set_figure(result::KeptResult& kept, std::string_view name, stats::MetricValue value) {
  for (std::size_t i = 0; i < stats::metrics().size(); ++i) {
    if (stats::metrics()[i].name == name) kept.figures[i] = value;
  }
}

inline result::KeptResult made_result(const std::vector<std::pair<std::string_view, stats::MetricValue>>& figures) {
  result::KeptResult kept;
  for (const auto& [name, value] : figures) set_figure(kept, name, value);
  return kept;
}

}  // namespace fsin::test
