// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

using Pair = result::KeptTraffic::Cell;

constexpr std::uint64_t most_node_blocks = 1U << 14U;  // a square matrix of so many must fit in memory

std::vector<Pair> pairs_of(const result::KeptDetail* detail) {
  if (detail == nullptr) return {};
  for (const Pair& pair : detail->traffic.cells) {
    if (std::max(pair.source, pair.destination) < most_node_blocks) continue;
    throw sweep::SweepError("traffic of a block of nodes beyond all networks; run the sweep again");
  }
  return detail->traffic.cells;
}

/// The dense matrix, row by source; neighbouring blocks are merged until a side has at most `most`.
Json point_json(std::size_t point, const std::vector<Pair>& pairs, std::uint64_t block_nodes, std::size_t most) {
  std::size_t blocks = 0;
  for (const Pair& pair : pairs) blocks = std::max<std::size_t>({blocks, pair.source + 1, pair.destination + 1});
  const std::size_t each = (blocks + most - 1) / most;
  const std::size_t side = (blocks + each - 1) / each;
  std::vector<std::uint64_t> packets(side * side);
  for (const Pair& pair : pairs) packets[pair.source / each * side + pair.destination / each] += pair.packets;
  return {{"point", point}, {"blocks", side}, {"nodes_per_block", block_nodes * each}, {"packets", packets}};
}

}  // namespace

Json traffic_json(const sweep::Results& results, const Limits& limits) {
  const auto rows = rows_by_point<Pair>(results, limits.traffic_pairs,
                                        [&](std::size_t point) { return pairs_of(detail_of(results, point)); });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (const auto& [point, pairs] : rows.points) {
    json["points"].push_back(
        point_json(point, pairs, detail_of(results, point)->traffic.block_nodes, limits.traffic_blocks));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), results.plan.points.size());
  return json;
}

}  // namespace fsin::report::page
