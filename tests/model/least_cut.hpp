// SPDX-License-Identifier: Apache-2.0
// The bisection by its definition: every division of the nodes into two halves, and for each the links that must be
// cut, which are as many as packets can flow from one half to the other. For a dozen nodes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "fsin/topology/port_graph.hpp"

namespace model {

class LeastCut {
 public:
  explicit LeastCut(const fsin::topology::PortGraph& graph)
      : nodes_(graph.nodes()), routers_(graph.routers()), links_(routers_ * routers_, 0) {
    for (std::uint32_t from = 0; from < routers_; ++from) {
      for (unsigned port = 0; port < graph.ports(); ++port) {
        const fsin::topology::Link link = graph.next(fsin::RouterId(from), port);
        if (link.exists()) ++links_[from * routers_ + link.router.index()];
      }
    }
  }

  /// Links from the nodes whose bit is set to the others, at least; `enough` where there are that many.
  unsigned of(std::uint32_t half, unsigned enough = ~0U) const {
    std::vector<int> room = links_;
    unsigned flow = 0;
    while (flow < enough && push(room, half)) ++flow;
    return flow;
  }

  unsigned bisection() const {
    unsigned fewest = ~0U;
    for (std::uint32_t half = 0; half < std::uint32_t{1} << nodes_; ++half) {
      if (static_cast<std::size_t>(std::popcount(half)) == nodes_ / 2) fewest = std::min(fewest, of(half, fewest));
    }
    return fewest;
  }

 private:
  bool in(std::uint32_t half, std::size_t router) const { return router < nodes_ && (half >> router & 1U) != 0; }

  /// One more packet along a way that has room, taking back what flows against it.
  bool push(std::vector<int>& room, std::uint32_t half) const {
    constexpr std::uint32_t unseen = ~0U;
    std::vector<std::uint32_t> before(routers_, unseen), front;
    for (std::uint32_t router = 0; router < nodes_; ++router) {
      if (!in(half, router)) continue;
      before[router] = router;
      front.push_back(router);
    }
    for (std::size_t i = 0; i < front.size(); ++i) {
      const std::uint32_t here = front[i];
      if (here < nodes_ && !in(half, here)) {
        for (std::uint32_t at = here; before[at] != at; at = before[at]) {
          --room[before[at] * routers_ + at];
          ++room[at * routers_ + before[at]];
        }
        return true;
      }
      for (std::uint32_t to = 0; to < routers_; ++to) {
        if (before[to] != unseen || room[here * routers_ + to] == 0) continue;
        before[to] = here;
        front.push_back(to);
      }
    }
    return false;
  }

  std::size_t nodes_;
  std::size_t routers_;
  std::vector<int> links_;
};

}  // namespace model
