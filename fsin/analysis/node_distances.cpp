// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/node_distances.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "fsin/routing/tables/fabric.hpp"
#include "fsin/routing/tables/multi_search.hpp"

namespace fsin::analysis {
namespace {

using routing::Fabric;
using routing::MultiSearch;

/// The nodes at a switch: with a router of their own, one link away, or in the switch itself.
struct NodesAt {
  std::uint64_t nodes = 0;
  std::uint64_t behind_interfaces = 0;
};

class AddingUp {
 public:
  explicit AddingUp(const Fabric& fabric) : at_(fabric.homes()) {
    for (std::uint32_t node = 0; node < fabric.nodes(); ++node) {
      NodesAt& home = at_[fabric.home_of_node()[node]];
      ++home.nodes;
      if (fabric.switch_of_router()[node] == Fabric::no_switch) ++home.behind_interfaces;
    }
  }

  /// The pairs from the nodes of one switch to those of another, or of the same one, `links` away.
  void add(std::uint32_t from, std::uint32_t to, std::uint64_t links) {
    const NodesAt &a = at_[from], &b = at_[to];
    if (from == to) {
      if (a.nodes < 2) return;
      sum_ += 2 * a.behind_interfaces * (a.nodes - 1);
      found_.connected += a.nodes * (a.nodes - 1);
      // Of several nodes at a switch one at most has its router there.
      longest(a.behind_interfaces > 1 ? 2 : 1);
      return;
    }
    sum_ += links * a.nodes * b.nodes + a.behind_interfaces * b.nodes + b.behind_interfaces * a.nodes;
    found_.connected += a.nodes * b.nodes;
    longest(links + (a.behind_interfaces > 0 ? 1U : 0U) + (b.behind_interfaces > 0 ? 1U : 0U));
  }
  void looked_at(std::uint32_t to, std::uint64_t nodes) { found_.pairs += at_[to].nodes * (nodes - 1); }
  NodeDistances result(bool all) {
    found_.all = all;
    if (found_.connected > 0) found_.average = static_cast<double>(sum_) / static_cast<double>(found_.connected);
    return found_;
  }

 private:
  void longest(std::uint64_t links) { found_.largest = std::max(found_.largest, static_cast<unsigned>(links)); }

  std::vector<NodesAt> at_;
  std::uint64_t sum_ = 0;
  NodeDistances found_;
};

}  // namespace

NodeDistances node_distances(const topology::PortGraph& graph, double budget) {
  const Fabric fabric(graph);
  AddingUp adding(fabric);
  MultiSearch search(fabric);
  const std::uint32_t homes = fabric.homes(), width = MultiSearch::width;
  const std::uint64_t groups = (homes + width - 1) / width;
  const double cost = static_cast<double>(fabric.switches()) * width;
  const auto affordable = static_cast<std::uint64_t>(std::clamp(budget / cost, 1.0, static_cast<double>(groups)));
  for (std::uint64_t i = 0; i < affordable; ++i) {
    const auto first = static_cast<std::uint32_t>(i * groups / affordable * width);
    const std::uint32_t count = std::min(width, homes - first);
    for (std::uint32_t to = first; to < first + count; ++to) adding.looked_at(to, fabric.nodes());
    search.towards(first, count, [&](std::uint32_t from, unsigned distance, std::uint64_t targets) {
      if (from >= homes) return;
      for (; targets != 0; targets &= targets - 1) {
        adding.add(from, first + static_cast<std::uint32_t>(std::countr_zero(targets)), distance);
      }
    });
  }
  return adding.result(affordable == groups);
}

}  // namespace fsin::analysis
