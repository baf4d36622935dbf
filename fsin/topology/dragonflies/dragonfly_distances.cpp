// SPDX-License-Identifier: Apache-2.0
// Distances and loads of a dragonfly. With one link between any two groups they are closed forms. With several, a
// packet takes one of the links on shortest paths, each with equal probability; distances then are counted group by
// group, loads path by path.
#include <algorithm>
#include <bitset>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "fsin/topology/dragonflies/dragonfly.hpp"

namespace fsin::topology {
namespace {

constexpr double most_ways = 3e7;  ///< paths enumerated for the loads at most: some tenths of a second

/// Switches at which each of the links from one group to another leaves and arrives, by its number.
struct Bundle {
  std::vector<unsigned> leaves, arrives;
};

Bundle bundle(const Dragonfly& network, unsigned from, unsigned to) {
  Bundle links;
  for (unsigned number = 0; number < network.links_between(from, to); ++number) {
    links.leaves.push_back(network.plug(network.link_to(from, to, number)).index);
    links.arrives.push_back(network.plug(network.link_to(to, from, number)).index);
  }
  return links;
}

/// Links between switches, summed over all pairs of a switch of one group and one of the other.
struct Hops {
  double sum = 0;
  unsigned most = 0;
};

Hops hops_over(const Dragonfly& network, const Bundle& links) {
  std::set<std::pair<unsigned, unsigned>> joined;
  std::bitset<128> leaves, arrives;
  for (std::size_t i = 0; i < links.leaves.size(); ++i) {
    leaves.set(links.leaves[i]);
    arrives.set(links.arrives[i]);
    joined.emplace(links.leaves[i], links.arrives[i]);
  }
  const double l = static_cast<double>(leaves.count()), r = static_cast<double>(arrives.count()), a = network.a;
  const auto within_1 = static_cast<double>(joined.size());
  const double within_2 = l * a + r * a - l * r, pairs = a * a;
  return {3 * pairs - within_2 - within_1, within_2 < pairs ? 3U : within_1 < pairs ? 2U : 1U};
}

/// Load of the links of one group when every switch sends one packet to every other switch of the network.
class GroupLoads {
 public:
  GroupLoads(const Dragonfly& network, unsigned group)
      : network_(network), local_(std::size_t{network.a} * network.a), global_(std::size_t{network.a} * network.h) {
    for (unsigned s = 0; s < network.a; ++s) {
      for (unsigned d = 0; d < network.a; ++d) local(s, d) += 1;
    }
    for (unsigned other = 0; other < network.groups; ++other) {
      if (other == group) continue;
      add(group, other, true);
      add(other, group, false);
    }
  }

  double most_local() const {
    double most = 0;
    for (unsigned s = 0; s < network_.a; ++s) {
      for (unsigned d = 0; d < network_.a; ++d) {
        if (s != d) most = std::max(most, local_[s * network_.a + d]);
      }
    }
    return most;
  }
  double most_global() const { return *std::max_element(global_.begin(), global_.end()); }

 private:
  double& local(unsigned from, unsigned to) { return local_[from * network_.a + to]; }

  /// Adds all packets from one group to another, on the links of the first (`out`) or of the second.
  void add(unsigned from, unsigned to, bool out) {
    const Bundle links = bundle(network_, from, to);
    std::vector<std::size_t> ways;
    for (unsigned s = 0; s < network_.a; ++s) {
      for (unsigned d = 0; d < network_.a; ++d) {
        unsigned fewest = 3;
        for (std::size_t i = 0; i < links.leaves.size(); ++i) {
          const unsigned beside = (links.leaves[i] == s ? 0U : 1U) + (links.arrives[i] == d ? 0U : 1U);
          if (beside > fewest) continue;
          if (beside < fewest) ways.clear();
          fewest = beside;
          ways.push_back(i);
        }
        const double part = 1.0 / static_cast<double>(ways.size());
        for (const std::size_t i : ways) {
          if (out) {
            local(s, links.leaves[i]) += part;
            global_[network_.link_to(from, to, static_cast<unsigned>(i))] += part;
          } else {
            local(links.arrives[i], d) += part;
          }
        }
      }
    }
  }

  const Dragonfly& network_;
  std::vector<double> local_;   ///< by switch and switch; where both are one, no link
  std::vector<double> global_;  ///< by link
};

}  // namespace

Distances Dragonfly::distances() const { return several() ? distances_of_several() : distances_of_single(); }

Distances Dragonfly::distances_of_single() const {
  const double of_switch = p, of_group = of_switch * a, nodes = of_group * groups, others = nodes - 1;
  const double between = 3 + 2.0 * (a - 1) / a;  // links on a path from one group to another, on average
  Distances distances;
  distances.average = ((of_switch - 1) * 2 + (of_group - of_switch) * 3 + (nodes - of_group) * between) / others;
  distances.diameter = 5;
  const double global = of_group * of_group / others;
  const double local = of_switch * of_switch * (1 + 2.0 * a * h) / others;
  distances.class_loads = {1.0, local, global};
  const double other_switch = of_group - of_switch, other_group = nodes - of_group;
  distances.class_links = {2.0, (other_switch + other_group * (between - 3)) / others, other_group / others};
  distances.channel_load = std::max({1.0, local, global});
  return distances;
}

/// Relative and circulant wirings look the same from every group, an absolute one does not.
Distances Dragonfly::distances_of_several() const {
  const double of_switch = p, of_group = of_switch * a, nodes = of_group * groups, others = nodes - 1;
  const unsigned kinds = wiring == Wiring::absolute ? groups : 1;
  Hops all;
  for (unsigned from = 0; from < kinds; ++from) {
    for (unsigned to = 0; to < groups; ++to) {
      if (from == to) continue;
      const Hops some = hops_over(*this, bundle(*this, from, to));
      all.sum += some.sum;
      all.most = std::max(all.most, some.most);
    }
  }
  const double other_group = nodes - of_group, other_switch = of_group - of_switch;
  const double hops = all.sum / kinds / a * of_switch;  // from a node to all nodes of other groups
  Distances distances;
  distances.diameter = 2 + all.most;
  distances.class_links = {2.0, (other_switch + hops - other_group) / others, other_group / others};
  distances.average = 2.0 + (other_switch + hops) / others;
  if (std::pow(a, 3) * h * kinds > most_ways) {
    distances.class_links.clear();
    return distances;
  }
  double local = 0, global = 0;
  for (unsigned group = 0; group < kinds; ++group) {
    const GroupLoads loads(*this, group);
    local = std::max(local, loads.most_local() * of_switch * of_switch / others);
    global = std::max(global, loads.most_global() * of_switch * of_switch / others);
  }
  distances.class_loads = {1.0, local, global};
  distances.channel_load = std::max({1.0, local, global});
  return distances;
}

}  // namespace fsin::topology
