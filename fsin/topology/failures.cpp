// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/failures.hpp"

#include <algorithm>

namespace fsin::topology {

Cycle Failures::next_after(Cycle cycle) const {
  const auto next = [cycle](const auto& list) {
    const auto found =
        std::upper_bound(list.begin(), list.end(), cycle, [](Cycle at, const auto& each) { return at < each.since; });
    return found == list.end() ? never : found->since;
  };
  return std::min(next(links), next(routers));
}

const FailedLink* Failures::find(RouterId router, unsigned port, Cycle until) const {
  for (const FailedLink& link : links) {
    if (link.since > until) break;
    if (link.router == router && link.port == port) return &link;
  }
  return nullptr;
}

PortGraph before_failures(const PortGraph& graph, const Failures& failures) {
  PortGraph before = graph;
  for (const FailedLink& link : failures.links) {
    if (link.since > first_cycle) break;
    before.connect(link.router, link.port, link.leads_to.router, link.leads_to.port);
  }
  return before;
}

}  // namespace fsin::topology
