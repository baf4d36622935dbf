// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

using Bucket = result::KeptBucket;

/// Of all runs of the point.
std::vector<Bucket> buckets_of(std::span<const sweep::Run> runs) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> packets;
  for (const sweep::Run& run : runs) {
    for (const Bucket& bucket : run.result.histogram) packets[{bucket.low, bucket.high}] += bucket.packets;
  }
  std::vector<Bucket> buckets;
  for (const auto& [range, count] : packets) buckets.push_back({range.first, range.second, count});
  return buckets;
}

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

Json latency_json(const sweep::Results& results, const Limits& limits) {
  const auto rows = rows_by_point<Bucket>(results, limits.buckets,
                                          [&](std::size_t point) { return buckets_of(results.runs_of(point)); });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (const auto& [point, buckets] : rows.points) {
    json["points"].push_back(point_json(point, merged(buckets, limits.buckets_of_point)));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), results.plan.points.size());
  return json;
}

}  // namespace fsin::report::page
