// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

constexpr std::array<const char*, 5> parts{"compute", "wait_message", "wait_room", "send", "finished"};

struct Rank {
  std::uint64_t rank = 0;
  std::uint64_t node = 0;
  std::array<double, parts.size()> cycles{};  ///< by part
};

/// Length of the run in cycles; what its last rank needed when the run is not there.
double run_cycles(const SweepFolder& folder, std::size_t point, const std::vector<Rank>& ranks) {
  const sweep::Run* run = folder.first_run(point);
  if (run != nullptr && sweep::value_at(run->result, "cycles").is_number()) {
    return sweep::value_at(run->result, "cycles").get<double>();
  }
  double longest = 0;
  for (const Rank& rank : ranks) longest = std::max(longest, rank.cycles.back());
  return longest;
}

/// Blocks of `each` ranks, averaged.
Json point_json(std::size_t point, const std::vector<Rank>& ranks, std::size_t each, double cycles) {
  Json json{{"point", point}, {"cycles", rounded(cycles)}, {"ranks_per_bar", each}};
  for (const char* name : {"rank", "node"}) json[name] = Json::array();
  for (const char* part : parts) json[part] = Json::array();
  for (std::size_t begin = 0; begin < ranks.size(); begin += each) {
    const std::size_t end = std::min(begin + each, ranks.size());
    json["rank"].push_back(ranks[begin].rank);
    json["node"].push_back(ranks[begin].node);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i) sum += ranks[i].cycles[part];
      json[parts[part]].push_back(rounded(sum / static_cast<double>(end - begin)));
    }
  }
  return json;
}

}  // namespace

Json ranks_json(const SweepFolder& folder, const Limits& limits) {
  auto file = folder.table("ranks.csv");
  if (!file) return nullptr;
  const std::size_t rank = file->column("rank"), node = file->column("node");
  std::array<std::size_t, parts.size()> columns{};
  std::transform(parts.begin(), parts.end(), columns.begin(), [&](const char* part) { return file->column(part); });
  const std::size_t points = folder.plan().points.size();
  const auto rows = rows_by_point<Rank>(*file, points, limits.ranks, [&](const CsvFile& row) {
    Rank read{row.whole(rank), row.whole(node), {}};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      read.cycles[part] = row.maybe(columns[part]).value_or(-1);  // see below
    }
    // A rank that never ended has no `finished`, or 0: it did not idle at the end.
    const bool acted =
        std::any_of(read.cycles.begin(), read.cycles.end() - 1, [](double cycles) { return cycles > 0; });
    if (acted && read.cycles.back() == 0) read.cycles.back() = -1;
    return read;
  });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (auto [point, ranks] : rows.points) {
    const double cycles = run_cycles(folder, point, ranks);
    for (Rank& each : ranks) std::replace(each.cycles.begin(), each.cycles.end(), -1.0, cycles);
    const std::size_t each = (ranks.size() + limits.ranks_of_point - 1) / limits.ranks_of_point;
    json["points"].push_back(point_json(point, ranks, each, cycles));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), points);
  return json;
}

}  // namespace fsin::report::page
