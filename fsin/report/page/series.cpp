// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <optional>

#include "fsin/report/detail_tables.hpp"
#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

/// Cycles count from 1, so that with bins of one cycle the first bin contains none.
bool is_void(const SeriesRow& bin) { return bin.to < bin.from; }

std::vector<SeriesRow> merged(const std::vector<SeriesRow>& bins, std::size_t most) {
  const std::size_t each = (bins.size() + most - 1) / most;
  std::vector<SeriesRow> result;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const bool short_end =
        2 * (bins.size() - i) < each;  // the last bin would be too short to be compared with the others
    if (i % each == 0 && (!short_end || result.empty())) {
      result.push_back(bins[i]);
    } else {
      result.back().append(bins[i]);
    }
  }
  return result;
}

std::vector<SeriesRow> bins_of(const sweep::Run* run) {
  if (run == nullptr || !run->result.detail) return {};
  return series_rows(run->result);
}

Json point_json(std::size_t point, const std::vector<SeriesRow>& bins) {
  Json json{{"point", point}};
  for (const char* name : {"from", "to", "injected", "delivered", "packets", "latency", "in_network"}) {
    json[name] = Json::array();
  }
  for (const SeriesRow& bin : bins) {
    json["from"].push_back(bin.from);
    json["to"].push_back(bin.to);
    json["injected"].push_back(rounded(static_cast<double>(bin.injected)));
    json["delivered"].push_back(rounded(static_cast<double>(bin.delivered)));
    json["packets"].push_back(rounded(static_cast<double>(bin.packets)));
    const std::optional<double> latency = bin.latency();
    json["latency"].push_back(latency ? rounded(*latency) : Json(nullptr));
    json["in_network"].push_back(rounded(static_cast<double>(bin.in_network)));
  }
  return json;
}

}  // namespace

Json series_json(const sweep::Results& results, const Limits& limits) {
  auto rows = rows_by_point<SeriesRow>(results, limits.bins,
                                       [&](std::size_t point) { return bins_of(results.first_run(point)); });
  Json json{{"points", Json::array()}, {"note", ""}};
  for (auto& [point, bins] : rows.points) {
    std::erase_if(bins, is_void);
    if (!bins.empty()) json["points"].push_back(point_json(point, merged(bins, limits.bins_of_point)));
  }
  if (json["points"].empty()) return nullptr;
  if (rows.cut) json["note"] = cut_note(rows.points.size(), results.plan.points.size());
  return json;
}

}  // namespace fsin::report::page
