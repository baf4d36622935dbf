// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

struct Pair {
  std::size_t source = 0;
  std::size_t destination = 0;
  std::uint64_t nodes_per_block = 1;
  std::uint64_t packets = 0;
};

/// The dense matrix, row by source; blocks are merged until a side has at most `most`.
Json point_json(std::size_t point, const std::vector<Pair>& pairs, std::size_t most) {
  std::size_t blocks = 0;
  for (const Pair& pair : pairs) blocks = std::max({blocks, pair.source + 1, pair.destination + 1});
  const std::size_t each = (blocks + most - 1) / most;
  const std::size_t side = (blocks + each - 1) / each;
  std::vector<std::uint64_t> packets(side * side);
  for (const Pair& pair : pairs) packets[pair.source / each * side + pair.destination / each] += pair.packets;
  return {{"point", point},
          {"blocks", side},
          {"nodes_per_block", pairs.front().nodes_per_block * each},
          {"packets", packets}};
}

}  // namespace

Json traffic_json(const SweepFolder& folder, const Limits& limits) {
  auto file = folder.table("traffic.csv");
  if (!file) return nullptr;
  const std::size_t source = file->column("source"), destination = file->column("destination"),
                    nodes = file->column("nodes_per_block"), packets = file->column("packets");
  constexpr std::uint64_t most_blocks = 1U << 14U;  // a square of them must fit in memory
  const std::size_t points = folder.plan().points.size();
  const auto rows = rows_by_point<Pair>(*file, points, limits.traffic_pairs, [&](const CsvFile& row) {
    const Pair pair{row.whole(source), row.whole(destination), row.whole(nodes), row.whole(packets)};
    if (std::max(pair.source, pair.destination) >= most_blocks) row.fail("a block of nodes beyond all networks");
    return pair;
  });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (const auto& [point, pairs] : rows.points) {
    json["points"].push_back(point_json(point, pairs, limits.traffic_blocks));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), points);
  return json;
}

}  // namespace fsin::report::page
