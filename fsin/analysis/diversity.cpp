// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/diversity.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "fsin/routing/tables/fabric.hpp"

namespace fsin::analysis {
namespace {

using routing::Fabric;

constexpr std::uint32_t unseen = ~std::uint32_t{0};

/// Counts the shortest paths from one switch to all others.
class ShortestWays {
 public:
  explicit ShortestWays(const Fabric& fabric) : fabric_(fabric) {}

  /// Counts from a switch; false if a home cannot be reached.
  bool from(std::uint32_t source) {
    distance_.assign(fabric_.switches(), unseen);
    ways_.assign(fabric_.switches(), 0);
    order_.assign(1, source);
    distance_[source] = 0;
    ways_[source] = 1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::uint32_t here = order_[i];
      for (const Fabric::Hop& hop : fabric_.hops(here)) {
        if (distance_[hop.to] == unseen) {
          distance_[hop.to] = distance_[here] + 1;
          order_.push_back(hop.to);
        }
        if (distance_[hop.to] == distance_[here] + 1) ways_[hop.to] += ways_[here];
      }
    }
    for (std::uint32_t home = 0; home < fabric_.homes(); ++home) {
      if (distance_[home] == unseen) return false;
    }
    return true;
  }
  double to(std::uint32_t home) const { return ways_[home]; }

 private:
  const Fabric& fabric_;
  std::vector<std::uint32_t> distance_, order_;
  std::vector<double> ways_;
};

/// Counts paths without a common link, by augmenting paths over links that carry at most one. L. R. Ford, D. R.
/// Fulkerson, Maximal flow through a network, Canadian Journal of Mathematics 8, 1956.
class DisjointWays {
 public:
  DisjointWays(const Fabric& fabric, double budget) : fabric_(fabric), left_(budget) {
    for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
      tail_.insert(tail_.end(), fabric.hops(from).size(), from);
    }
    into_.resize(fabric.switches());
    for (std::uint32_t link = 0; link < tail_.size(); ++link) into_[fabric.link(link).to].push_back(link);
    used_.resize(tail_.size());
    seen_.assign(fabric.switches(), 0);
    came_by_.resize(fabric.switches());
  }

  bool exhausted() const { return left_ < 0; }

  /// Number of such paths, counted up to `enough`, which costs less.
  unsigned between(std::uint32_t from, std::uint32_t to, unsigned enough) {
    std::fill(used_.begin(), used_.end(), false);
    unsigned ways = 0;
    while (ways < enough && !exhausted() && augment(from, to)) ++ways;
    return ways;
  }

 private:
  bool augment(std::uint32_t from, std::uint32_t to) {
    ++round_;
    front_.assign(1, from);
    seen_[from] = round_;
    for (std::size_t i = 0; i < front_.size(); ++i) {
      const std::uint32_t here = front_[i];
      const std::uint32_t first = fabric_.first_link(here);
      for (std::uint32_t link = first; link < first + fabric_.hops(here).size(); ++link) {
        if (!used_[link]) visit(fabric_.link(link).to, link);
      }
      for (const std::uint32_t link : into_[here]) {
        if (used_[link]) visit(tail_[link], link);
      }
      left_ -= static_cast<double>(fabric_.hops(here).size() + into_[here].size());
      if (seen_[to] != round_) continue;
      turn(from, to);
      return true;
    }
    return false;
  }
  void visit(std::uint32_t next, std::uint32_t link) {
    if (seen_[next] == round_) return;
    seen_[next] = round_;
    came_by_[next] = link;
    front_.push_back(next);
  }
  /// Marks the links of the path found as used, or as free again.
  void turn(std::uint32_t from, std::uint32_t at) {
    while (at != from) {
      const std::uint32_t link = came_by_[at];
      at = used_[link] ? fabric_.link(link).to : tail_[link];
      used_[link] = !used_[link];
    }
  }

  const Fabric& fabric_;
  double left_;
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> tail_;  ///< tail of each link
  std::vector<std::vector<std::uint32_t>> into_;
  std::vector<bool> used_;
  std::vector<std::uint32_t> seen_, came_by_, front_;
};

struct Start {
  std::uint32_t home;
  double stands_for;
};

/// One home of each orbit if the budget suffices for all orbits, else homes at even distances. The geometry describes
/// the network without failures; where links have failed, no two homes are alike.
std::vector<Start> starts_of(const Fabric& fabric, const topology::Topology& topology, double budget) {
  const bool symmetric = !topology.failures.from_the_start();
  std::vector<double> size(fabric.switches(), 0);
  for (std::uint32_t home = 0; home < fabric.homes(); ++home) {
    std::uint32_t alike = home;
    if (symmetric) alike = fabric.switch_of_router()[topology.geometry->orbit(RouterId(fabric.router_of(home)))];
    ++size[alike];
  }
  std::vector<Start> starts;
  for (std::uint32_t home = 0; home < fabric.switches(); ++home) {
    if (size[home] > 0) starts.push_back({home, size[home]});
  }
  const double each = static_cast<double>(fabric.links() + fabric.switches());
  const auto most = static_cast<std::size_t>(std::max(1.0, budget / each));
  if (starts.size() <= most) return starts;
  std::vector<Start> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back({static_cast<std::uint32_t>(i * fabric.homes() / most), 1});
  return some;
}

std::optional<unsigned> least_disjoint(const Fabric& fabric, double budget) {
  DisjointWays ways(fabric, budget);
  auto least = static_cast<unsigned>(std::numeric_limits<int>::max());
  for (std::uint32_t home = 1; home < fabric.homes(); ++home) {
    least = ways.between(0, home, least);
    least = ways.between(home, 0, least);
    if (ways.exhausted()) return std::nullopt;
  }
  return least;
}

}  // namespace

std::optional<Diversity> diversity_of(const topology::Topology& topology, const DiversityBudget& budget) {
  const Fabric fabric(topology.graph);
  if (fabric.homes() < 2) return std::nullopt;
  Diversity diversity;
  diversity.routers = fabric.homes();
  diversity.shortest_min = std::numeric_limits<double>::infinity();
  ShortestWays ways(fabric);
  double all = 0;
  for (const Start& start : starts_of(fabric, topology, budget.shortest)) {
    if (!ways.from(start.home)) return std::nullopt;
    double sum = 0;
    for (std::uint32_t home = 0; home < fabric.homes(); ++home) {
      if (home == start.home) continue;
      sum += ways.to(home);
      diversity.shortest_min = std::min(diversity.shortest_min, ways.to(home));
    }
    diversity.shortest_mean += start.stands_for * sum / (fabric.homes() - 1.0);
    all += start.stands_for;
  }
  diversity.shortest_mean /= all;
  diversity.from = static_cast<std::uint64_t>(all);
  diversity.disjoint = least_disjoint(fabric, budget.disjoint);
  return diversity;
}

}  // namespace fsin::analysis
