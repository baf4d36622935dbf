// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/sites_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace fsin::result {

using Json = nlohmann::ordered_json;
using workload::ProgramSite;

Json sites_json(const std::vector<ProgramSite>& sites) {
  Json json = Json::array();
  for (const ProgramSite& site : sites) {
    json.push_back({{"kind", workload::site_kind_names[static_cast<std::size_t>(site.kind)]},
                    {"name", site.name},
                    {"done", site.done},
                    {"left_out", site.left_out},
                    {"mean_seconds", site.mean_s},
                    {"deviation_seconds", site.deviation_s},
                    {"replaced_seconds", site.replaced_s},
                    {"computed_seconds", site.computed_s},
                    {"most_seconds", site.most_s},
                    {"bytes", site.bytes}});
  }
  return json;
}

std::vector<ProgramSite> read_sites(const Json& json) {
  std::vector<ProgramSite> sites;
  for (const Json& each : json) {
    const auto& kind = each.at("kind").get_ref<const std::string&>();
    const auto found = std::ranges::find(workload::site_kind_names, kind);
    if (found == workload::site_kind_names.end()) {
      throw Json::other_error::create(501, "a kind of site that there is not: " + kind, nullptr);
    }
    sites.push_back({static_cast<workload::SiteKind>(found - workload::site_kind_names.begin()), each.at("name"),
                     each.at("done"), each.at("left_out"), each.at("mean_seconds"), each.at("deviation_seconds"),
                     each.at("replaced_seconds"), each.at("computed_seconds"), each.at("most_seconds"),
                     each.at("bytes")});
  }
  return sites;
}

}  // namespace fsin::result
