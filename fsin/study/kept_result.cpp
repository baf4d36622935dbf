// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/kept_result.hpp"

#include "fsin/report/json.hpp"
#include "fsin/sweep/detail.hpp"

namespace fsin::study {
namespace {

/// Beyond this a run keeps no phits by link: results would outgrow their use.
constexpr std::size_t most_links = 200'000;

}  // namespace

nlohmann::ordered_json kept_result(const report::RunOrigin& origin, const report::RunResult& result, bool with_detail) {
  nlohmann::ordered_json json = report::result_json(origin, result);
  const stats::RunTotals& totals = result.record.totals;
  json["histogram"] = nlohmann::ordered_json::array();
  for (const auto& bucket : totals.latency.buckets()) {
    json["histogram"].push_back({bucket.low, bucket.high, bucket.count});
  }
  if (!with_detail) return json;
  json["detail"] = sweep::detail_json(result);
  if (totals.links.empty() || totals.links.size() > most_links) return json;
  json["link_phits"] = nlohmann::ordered_json::array();
  for (const stats::LinkLoad& link : totals.links) {
    json["link_phits"].push_back({link.from.value, link.port, link.to.value, link.phits});
  }
  return json;
}

}  // namespace fsin::study
