// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/faults/cut_off.hpp"

namespace fsin::topology {
namespace {

/// Searches from one router after another, without clearing its marks in between.
class Search {
 public:
  explicit Search(std::size_t routers) : seen_(routers, 0) {}

  /// Routers reachable from `start`; next(router, port) is the end of a link.
  template <class Next>
  const std::vector<std::uint32_t>& from(std::uint32_t start, unsigned ports, Next next) {
    ++search_;
    reached_.assign(1, start);
    seen_[start] = search_;
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      for (unsigned port = 0; port < ports; ++port) {
        const Link link = next(reached_[i], port);
        if (!link.exists() || seen_[link.router.index()] == search_) continue;
        seen_[link.router.index()] = search_;
        reached_.push_back(link.router.value);
      }
    }
    return reached_;
  }
  bool has(std::uint32_t router) const { return seen_[router] == search_; }

 private:
  std::vector<std::uint32_t> seen_;
  std::uint32_t search_ = 0;
  std::vector<std::uint32_t> reached_;
};

}  // namespace

// Nodes that reach each other reach the same nodes: one search answers for all of them.
CutOffNodes find_cut_off(const PortGraph& graph, std::size_t most) {
  CutOffNodes found;
  const auto nodes = static_cast<std::uint32_t>(graph.nodes());
  const std::vector<Link> fed_by = feeders(graph);
  Search there(graph.routers()), back(graph.routers());
  std::vector<bool> answered(nodes, false);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (answered[node]) continue;
    std::uint64_t reached = 0, alike = 0;
    for (const std::uint32_t router : there.from(node, graph.ports(), [&](std::uint32_t from, unsigned port) {
           return graph.next(RouterId(from), port);
         })) {
      reached += router < nodes ? 1U : 0U;
    }
    for (const std::uint32_t router : back.from(
             node, graph.ports(), [&](std::uint32_t to, unsigned port) { return fed_by[to * graph.ports() + port]; })) {
      if (router >= nodes || !there.has(router)) continue;
      answered[router] = true;
      ++alike;
    }
    found.pairs += alike * (nodes - reached);
    for (std::uint32_t other = 0; other < nodes && found.some.size() < most && reached < nodes; ++other) {
      if (!there.has(other)) found.some.emplace_back(node, other);
    }
  }
  return found;
}

}  // namespace fsin::topology
