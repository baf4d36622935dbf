// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/all_ranks.hpp"

#include <limits>

namespace trgen::replay {

std::uint64_t CopyRate::cycles(std::uint64_t bytes) const {
  if (link_bits == 0) return 0;
  // A link carries link_bits / (8 phit_bytes) phits a second, and a copy takes 8 bytes / copied_bits seconds.
  const Wide dividend = Wide{bytes} * link_bits;
  const Wide whole = dividend / phit_bytes, rest = dividend % phit_bytes;
  // ceil((whole + rest / phit_bytes) / copied_bits)
  const Wide cycles = whole / copied_bits + (whole % copied_bits != 0 || rest != 0 ? 1 : 0);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return cycles > most ? most : static_cast<std::uint64_t>(cycles);
}

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
  if (settings.run_bursts()) {
    bursts.resize(ranks.size());
    if (!facts.node_machines.empty() && settings.stream_of.empty()) {  // streams are no processes
      std::vector<std::uint32_t> machine_of_rank;
      for (const std::uint32_t node : settings.node_of_rank) machine_of_rank.push_back(facts.node_machines[node]);
      cores = NodeCores(facts.machine_cores, machine_of_rank);
    }
  }
  if (calls_take_time) calls.resize(ranks.size());
  if (settings.outboxes) {
    outboxes.resize(ranks.size());
    requests.resize(ranks.size());
  }
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) ranks[rank].last_active = rules(rank).start;
  if (shared_nodes && settings.any_rules([](const RankRules& rules) { return rules.costs.copies_share; })) {
    const std::vector<std::uint32_t>& nodes = settings.node_of_rank;
    copies = NodeCopies(2 * ranks.size(), std::size_t{*std::max_element(nodes.begin(), nodes.end())} + 1);
  }
}

std::uint64_t AllRanks::copy_cycles(std::uint32_t rank, std::uint64_t bytes) const {
  const CallCosts& costs = rules(rank).costs;
  return std::max<std::uint64_t>(1, costs.copy_latency + costs.copy_rate.cycles(bytes));
}

}  // namespace trgen::replay
