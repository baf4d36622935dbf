// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

using Cell = result::KeptProfile::Cell;

constexpr std::uint64_t most_rank_blocks = 1U << 14U;  // a square matrix of so many must fit in memory

std::vector<Cell> cells_of(const result::KeptProfile* profile) {
  if (profile == nullptr) return {};
  for (const Cell& cell : profile->traffic) {
    if (std::max(cell.source, cell.destination) < most_rank_blocks) continue;
    throw sweep::SweepError("traffic of a block of ranks beyond all workloads; run the sweep again");
  }
  return profile->traffic;
}

/// The dense matrices, row by source; neighbouring blocks are merged until a side has at most `most`.
Json point_json(std::size_t point, const std::vector<Cell>& cells, std::uint64_t block_ranks, std::size_t most) {
  std::size_t blocks = 0;
  for (const Cell& cell : cells) blocks = std::max<std::size_t>({blocks, cell.source + 1, cell.destination + 1});
  const std::size_t each = (blocks + most - 1) / most;
  const std::size_t side = (blocks + each - 1) / each;
  std::vector<std::uint64_t> messages(side * side), bytes(side * side);
  for (const Cell& cell : cells) {
    const std::size_t place = cell.source / each * side + cell.destination / each;
    messages[place] += cell.messages;
    bytes[place] += cell.bytes;
  }
  return {{"point", point},
          {"blocks", side},
          {"ranks_per_block", block_ranks * each},
          {"messages", messages},
          {"bytes", bytes}};
}

}  // namespace

Json rank_traffic_json(const sweep::Results& results, const Limits& limits) {
  const auto rows = rows_by_point<Cell>(results, limits.traffic_pairs,
                                        [&](std::size_t point) { return cells_of(profile_of(results, point)); });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (const auto& [point, cells] : rows.points) {
    json["points"].push_back(
        point_json(point, cells, profile_of(results, point)->ranks_per_block, limits.traffic_blocks));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), results.plan.points.size());
  return json;
}

}  // namespace fsin::report::page
