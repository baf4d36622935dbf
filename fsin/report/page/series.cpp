// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "fsin/report/detail_tables.hpp"
#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

struct Bin {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  double injected = 0;
  double delivered = 0;
  double packets = 0;
  double latency_sum = 0;  ///< sum of the latencies of the packets delivered in the bin
  double in_network = 0;   ///< packets in the network at the end of the bin
};

/// Cycles count from 1, so that with bins of one cycle the first bin contains none.
bool is_void(const Bin& bin) { return bin.to < bin.from; }

void append(Bin& bin, const Bin& next) {
  bin.to = next.to;
  bin.injected += next.injected;
  bin.delivered += next.delivered;
  bin.packets += next.packets;
  bin.latency_sum += next.latency_sum;
  bin.in_network = next.in_network;
}

std::vector<Bin> merged(const std::vector<Bin>& bins, std::size_t most) {
  const std::size_t each = (bins.size() + most - 1) / most;
  std::vector<Bin> result;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const bool short_end =
        2 * (bins.size() - i) < each;  // the last bin would be too short to be compared with the others
    if (i % each == 0 && (!short_end || result.empty())) {
      result.push_back(bins[i]);
    } else {
      append(result.back(), bins[i]);
    }
  }
  return result;
}

std::vector<Bin> bins_of(const sweep::Run* run) {
  std::vector<Bin> bins;
  if (run == nullptr || !run->result.detail) return bins;
  for (const SeriesRow& row : series_rows(run->result)) {
    const auto packets = static_cast<double>(row.packets);
    bins.push_back({.from = row.from,
                    .to = row.to,
                    .injected = static_cast<double>(row.injected),
                    .delivered = static_cast<double>(row.delivered),
                    .packets = packets,
                    .latency_sum = row.latency().value_or(0) * packets,
                    .in_network = static_cast<double>(row.in_network)});
  }
  return bins;
}

Json point_json(std::size_t point, const std::vector<Bin>& bins) {
  Json json{{"point", point}};
  for (const char* name : {"from", "to", "injected", "delivered", "packets", "latency", "in_network"}) {
    json[name] = Json::array();
  }
  for (const Bin& bin : bins) {
    json["from"].push_back(bin.from);
    json["to"].push_back(bin.to);
    json["injected"].push_back(rounded(bin.injected));
    json["delivered"].push_back(rounded(bin.delivered));
    json["packets"].push_back(rounded(bin.packets));
    json["latency"].push_back(bin.packets > 0 ? rounded(bin.latency_sum / bin.packets) : Json(nullptr));
    json["in_network"].push_back(rounded(bin.in_network));
  }
  return json;
}

}  // namespace

Json series_json(const sweep::Results& results, const Limits& limits) {
  auto rows =
      rows_by_point<Bin>(results, limits.bins, [&](std::size_t point) { return bins_of(results.first_run(point)); });
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
