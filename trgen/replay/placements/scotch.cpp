// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/placements/scotch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trgen/replay/placements/consecutive.hpp"
#include "trgen/replay/placements/hop_bytes.hpp"
#include "trgen/replay/placements/scotch_programs.hpp"

namespace trgen::replay {
namespace {

constexpr std::uint32_t most_nodes = 16384;  ///< a target is a table of distances between its parts
constexpr unsigned swap_rounds = 20;

/// Of the nodes of the network, those that are given to the job.
Target graph_of_network(const Site& site, const std::vector<std::uint32_t>& places) {
  const fsin::workload::NetworkLinks links = site.facts.links();
  Target target{{}, std::vector<std::vector<std::uint32_t>>(links.vertices), places};
  for (const auto& [from, to] : links.pairs) {
    target.links[from].push_back(to);
    target.links[to].push_back(from);
  }
  for (auto& each : target.links) {
    std::sort(each.begin(), each.end());
    each.erase(std::unique(each.begin(), each.end()), each.end());
  }
  return target;
}

/// Where the job has all nodes of a grid to itself: SCOTCH knows grids, and maps onto them better than onto their
/// graphs.
std::string grid_of_network(const Site& site, std::size_t places) {
  const auto& dims = site.facts.dims;
  if (places != site.facts.nodes || site.facts.terminals != 1 || dims.size() < 2 || dims.size() > 3) return {};
  return fmt::format("torus{}D {}", dims.size(), fmt::join(dims, " "));
}

/// Ranks beyond `most` of a node move to the nearest node that has room.
void spread(std::vector<std::uint32_t>& node_of_rank, const std::vector<std::uint32_t>& places, std::uint32_t most,
            const fsin::workload::NetworkFacts& facts) {
  std::vector<std::uint32_t> count(facts.nodes);
  std::vector<std::uint32_t> homeless;
  for (std::uint32_t rank = 0; rank < node_of_rank.size(); ++rank) {
    if (++count[node_of_rank[rank]] > most) {
      --count[node_of_rank[rank]];
      homeless.push_back(rank);
    }
  }
  for (const std::uint32_t rank : homeless) {
    std::uint32_t best = places.front();
    unsigned nearest = ~0U;
    for (const std::uint32_t place : places) {
      if (count[place] >= most) continue;
      const unsigned distance = place == node_of_rank[rank] ? 0 : facts.distance(node_of_rank[rank], place);
      if (distance < nearest) nearest = distance, best = place;
    }
    node_of_rank[rank] = best;
    ++count[best];
  }
}

}  // namespace

std::vector<std::uint32_t> ScotchParams::place(const Site& site, Problem& problem) const {
  const ConsecutiveParams in_order{*this};
  std::vector<std::uint32_t> best = in_order.place(site, problem);
  if (!problem.empty()) return {};
  if (!site.affinity || !site.facts.distance || !site.facts.links) {
    problem = "placement scotch needs the links of a network; use network.model: routers, or another placement";
    return {};
  }
  if (site.facts.nodes > most_nodes) {
    problem = fmt::format(
        "placement scotch goes up to {} nodes, and the network has {}; use placement consecutive or "
        "quadrant, or a file with a placement of your own",
        most_nodes, site.facts.nodes);
    return {};
  }
  if (!has_scotch()) {
    problem =
        "placement scotch runs the programs of SCOTCH, which are not installed: apt-get install scotch; or use "
        "another placement";
    return {};
  }
  const Affinity affinity = site.affinity();
  std::vector<std::uint32_t> places = best;  // the nodes of the job, each once
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  double fewest = hop_bytes(affinity, best, site.facts);
  std::vector<Target> targets;
  if (const std::string grid = grid_of_network(site, places.size()); !grid.empty())
    targets.push_back({grid, {}, places});
  targets.push_back(graph_of_network(site, places));
  for (const Target& target : targets) {
    auto mapped = map_with_scotch(affinity, site.ranks, target, problem);
    if (!mapped) return {};
    spread(*mapped, places, per_node, site.facts);
    const double count = hop_bytes(affinity, *mapped, site.facts);
    if (count < fewest) fewest = count, best = std::move(*mapped);
  }
  swap_to_fewer(affinity, best, site.facts, swap_rounds);
  return best;
}

}  // namespace trgen::replay
