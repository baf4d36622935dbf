// SPDX-License-Identifier: Apache-2.0
// Places of live programs that are sampled, given a time, marked or share memory: for each point that has some, what
// all its ranks did there.
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/result/sites_json.hpp"

namespace fsin::report::page {

Json sites_json(const sweep::Results& results) {
  constexpr std::size_t most_site_points = 200;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (std::size_t point = 0; point < results.plan.points.size(); ++point) {
    const sweep::Run* run = results.first_run(point);
    if (run == nullptr || run->result.sites.empty()) continue;
    if (json["points"].size() == most_site_points) {
      json["note"] = cut_note(most_site_points, results.plan.points.size());
      break;
    }
    json["points"].push_back({{"point", point}, {"sites", result::sites_json(run->result.sites)}});
  }
  return json["points"].empty() ? Json() : json;
}

}  // namespace fsin::report::page
