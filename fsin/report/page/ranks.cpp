// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"

namespace fsin::report::page {
namespace {

constexpr std::array<const char*, 5> parts{"compute", "wait_message", "wait_room", "send", "finished"};

struct Rank {
  std::uint64_t rank = 0;
  std::uint64_t node = 0;
  std::array<double, parts.size()> cycles{};  ///< by part
  std::uint64_t stream = 0;
};

/// A rank that never ended has finished in cycle 0: it did not idle at the end, which is told by -1 here.
std::vector<Rank> ranks_of(const result::KeptDetail* detail) {
  std::vector<Rank> ranks;
  if (detail == nullptr) return ranks;
  for (const result::KeptRank& kept : detail->ranks) {
    Rank rank{kept.rank, kept.node, {}, kept.stream};
    const std::array<Cycle, parts.size()> cycles{kept.compute, kept.wait_message, kept.wait_room, kept.send,
                                                 kept.finished};
    std::transform(cycles.begin(), cycles.end(), rank.cycles.begin(),
                   [](Cycle each) { return static_cast<double>(each); });
    const bool acted = std::any_of(cycles.begin(), cycles.end() - 1, [](Cycle each) { return each > 0; });
    if (acted && kept.finished == 0) rank.cycles.back() = -1;
    ranks.push_back(rank);
  }
  return ranks;
}

/// Length of the run in cycles; if the run is missing, the cycles of the rank that ended last.
double run_cycles(const sweep::Results& results, std::size_t point, const std::vector<Rank>& ranks) {
  const sweep::Run* run = results.first_run(point);
  if (const auto cycles = run == nullptr ? std::nullopt : run->result.figure("cycles")) return *cycles;
  double longest = 0;
  for (const Rank& rank : ranks) longest = std::max(longest, rank.cycles.back());
  return longest;
}

/// Averages blocks of `each` ranks.
Json point_json(std::size_t point, const std::vector<Rank>& ranks, std::size_t each, double cycles) {
  Json json{{"point", point}, {"cycles", rounded(cycles)}, {"ranks_per_bar", each}};
  for (const char* name : {"rank", "node"}) json[name] = Json::array();
  for (const char* part : parts) json[part] = Json::array();
  for (std::size_t begin = 0; begin < ranks.size(); begin += each) {
    const std::size_t end = std::min(begin + each, ranks.size());
    json["rank"].push_back(each == 1 ? rank_label(ranks[begin].rank, ranks[begin].stream) : Json(ranks[begin].rank));
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

Json ranks_json(const sweep::Results& results, const Limits& limits) {
  const auto rows = rows_by_point<Rank>(results, limits.ranks,
                                        [&](std::size_t point) { return ranks_of(detail_of(results, point)); });
  if (rows.points.empty()) return nullptr;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (auto [point, ranks] : rows.points) {
    const double cycles = run_cycles(results, point, ranks);
    for (Rank& each : ranks) std::replace(each.cycles.begin(), each.cycles.end(), -1.0, cycles);
    const std::size_t each = (ranks.size() + limits.ranks_of_point - 1) / limits.ranks_of_point;
    json["points"].push_back(point_json(point, ranks, each, cycles));
  }
  if (rows.cut) json["note"] = cut_note(rows.points.size(), results.plan.points.size());
  return json;
}

}  // namespace fsin::report::page
