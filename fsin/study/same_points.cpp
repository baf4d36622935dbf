// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/same_points.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "fsin/core/json_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/sweep/run.hpp"

namespace fsin::study {
namespace {

constexpr std::size_t most_named = 3;

std::string simulated_part(nlohmann::ordered_json config) {
  config.erase("name");
  config.erase("description");
  if (config.contains("network")) config["network"].erase("preset");
  return sweep::text_digest(json_text(config));
}

}  // namespace

void warn_same_points(const std::vector<sweep::PlannedPoint>& points, Diagnostics& diagnostics) {
  const Mark mark("fsin sweep");
  std::map<std::string, std::size_t> first;
  std::size_t same = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [known, is_new] = first.try_emplace(simulated_part(points[i].config), i);
    if (is_new || ++same > most_named) continue;
    diagnostics.warning(mark,
                        fmt::format("points {} ({}) and {} ({}) are one configuration under two names; "
                                    "fsin check says where each key comes from",
                                    known->second, one_line(points[known->second].name), i, one_line(points[i].name)));
  }
  if (same > most_named) {
    diagnostics.warning(mark,
                        fmt::format("{} more points are the same configuration as an earlier one", same - most_named));
  }
}

}  // namespace fsin::study
