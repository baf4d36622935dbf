// SPDX-License-Identifier: Apache-2.0
// Cycles of ranks by MPI call: for each point a list of calls, each with its cycles by activity, means over the ranks.
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"
#include "fsin/report/profile_text.hpp"

namespace fsin::report::page {
namespace {

constexpr std::size_t most_phase_points = 200;

Json point_json(std::size_t point, const result::KeptProfile& profile, double cycles) {
  Json json{{"point", point}, {"cycles", rounded(cycles)}, {"calls", Json::array()}};
  for (const auto& row : profile.phases) {
    if (row.mean == 0) continue;
    Json call{{"name", call_text(profile.names, row.call)},
              {"calls", row.calls},
              {"messages", row.messages},
              {"bytes", row.bytes},
              {"most", row.most},
              {"most_rank", row.most_rank}};
    for (std::size_t i = 0; i < row.cycles.size(); ++i)
      call[std::string(workload::activity_names[i])] = rounded(row.cycles[i]);
    json["calls"].push_back(std::move(call));
  }
  return json;
}

}  // namespace

Json phases_json(const sweep::Results& results) {
  Json json{{"points", Json::array()}, {"note", ""}};
  for (std::size_t point = 0; point < results.plan.points.size(); ++point) {
    const result::KeptProfile* profile = profile_of(results, point);
    if (profile == nullptr) continue;
    if (json["points"].size() == most_phase_points) {
      json["note"] = cut_note(most_phase_points, results.plan.points.size());
      break;
    }
    const double cycles = results.first_run(point)->result.figure("cycles").value_or(0);
    json["points"].push_back(point_json(point, *profile, cycles));
  }
  return json["points"].empty() ? Json() : json;
}

}  // namespace fsin::report::page
