// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

struct Bucket {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t packets = 0;
};

/// Merges neighbouring buckets until at most `most` are left.
std::vector<Bucket> merged(const std::vector<Bucket>& buckets, std::size_t most) {
  const std::size_t each = (buckets.size() + most - 1) / most;
  if (each <= 1) return buckets;
  std::vector<Bucket> result;
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    if (i % each == 0) result.push_back({buckets[i].low, 0, 0});
    result.back().high = buckets[i].high;
    result.back().packets += buckets[i].packets;
  }
  return result;
}

Json point_json(std::size_t point, const std::vector<Bucket>& buckets) {
  Json low = Json::array(), high = Json::array(), packets = Json::array();
  for (const Bucket& bucket : buckets) {
    low.push_back(bucket.low);
    high.push_back(bucket.high);
    packets.push_back(bucket.packets);
  }
  return {{"point", point}, {"low", low}, {"high", high}, {"packets", packets}};
}

}  // namespace

Json latency_json(const SweepFolder& folder, const Limits& limits) {
  auto file = folder.table("latency.csv");
  if (!file) return nullptr;
  const std::size_t low = file->column("low"), high = file->column("high"), packets = file->column("packets");
  const std::size_t points = folder.plan().points.size();
  const auto rows = rows_by_point<Bucket>(*file, points, limits.buckets, [&](const CsvFile& row) {
    return Bucket{row.whole(low), row.whole(high), row.whole(packets)};
  });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (const auto& [point, buckets] : rows.points) {
    json["points"].push_back(point_json(point, merged(buckets, limits.buckets_of_point)));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), points);
  return json;
}

}  // namespace fsin::report::page
