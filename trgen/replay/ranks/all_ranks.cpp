// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/all_ranks.hpp"

#include <cmath>

namespace trgen::replay {

bool share_nodes(const std::vector<std::uint32_t>& node_of_rank) {
  if (node_of_rank.empty()) return false;
  std::vector<bool> taken(std::size_t{*std::max_element(node_of_rank.begin(), node_of_rank.end())} + 1);
  for (const std::uint32_t node : node_of_rank) {
    if (taken[node]) return true;
    taken[node] = true;
  }
  return false;
}

AllRanks::AllRanks(const ReplaySettings& from, const fsin::workload::NetworkFacts& facts)
    : settings(from),
      packetiser(facts),
      count(from.ranks()),
      shared_nodes(share_nodes(from.node_of_rank)),
      calls_take_time(from.any_rules([](const RankRules& rules) { return rules.costs.take_time(); })),
      ranks(count),
      share_of(from.outboxes ? 2 * ranks.size() : ranks.size()) {
  if (settings.run_bursts()) bursts.resize(ranks.size());
  if (calls_take_time) calls.resize(ranks.size());
  if (settings.outboxes) {
    outboxes.resize(ranks.size());
    requests.resize(ranks.size());
  }
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) ranks[rank].last_active = rules(rank).start;
}

std::uint64_t AllRanks::copy_cycles(std::uint32_t rank, std::uint64_t bytes) const {
  const CallCosts& costs = rules(rank).costs;
  // A copy of a whole number of cycles takes just these, whatever the last bits of the product say.
  const double exact = static_cast<double>(bytes) * costs.copy_cycles_per_byte;
  const double nearest = std::nearbyint(exact);
  const double cycles = std::abs(exact - nearest) <= 1e-9 * std::max(1.0, nearest) ? nearest : std::ceil(exact);
  return std::max<std::uint64_t>(1, costs.copy_latency + static_cast<std::uint64_t>(cycles));
}

}  // namespace trgen::replay
