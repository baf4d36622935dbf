// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/failures.hpp"

#include <algorithm>
#include <array>

namespace fsin::topology {

namespace {

/// The least cycle after `cycle` of those that each(outage) gives.
template <class Each>
Cycle next_of(const Failures& failures, Cycle cycle, Each each) {
  Cycle next = never;
  const auto look = [&](const Outage& outage) {
    for (const Cycle at : each(outage)) {
      if (at > cycle) next = std::min(next, at);
    }
  };
  std::for_each(failures.links.begin(), failures.links.end(), look);
  std::for_each(failures.routers.begin(), failures.routers.end(), look);
  for (const Reroute& reroute : failures.reroutes) {
    if (reroute.from > cycle) return std::min(next, reroute.from);
  }
  return next;
}

}  // namespace

bool Failures::from_the_start() const {
  const auto lasts = [](const Outage& outage) { return outage.from_the_start(); };
  return std::any_of(links.begin(), links.end(), lasts) || std::any_of(routers.begin(), routers.end(), lasts);
}

Cycle Failures::next_after(Cycle cycle) const {
  return next_of(*this, cycle, [](const Outage& outage) { return std::array{outage.since, outage.until}; });
}

Cycle Failures::next_return(Cycle cycle) const {
  return next_of(*this, cycle, [](const Outage& outage) { return std::array{outage.until}; });
}

Cycle Failures::last_return() const {
  Cycle last = 0;
  for (Cycle at = next_return(0); at != never; at = next_return(at)) last = at;
  return last;
}

unsigned Failures::phase_at(Cycle cycle) const {
  const auto begun = [cycle](const Reroute& reroute) { return reroute.from <= cycle; };
  return static_cast<unsigned>(std::count_if(reroutes.begin(), reroutes.end(), begun));
}

const FailedLink* Failures::find(RouterId router, unsigned port, Cycle until) const {
  const FailedLink* found = nullptr;
  for (const FailedLink& link : links) {
    if (link.since > until) break;
    if (link.router == router && link.port == port) found = &link;
  }
  return found;
}

PortGraph before_failures(const PortGraph& graph, const Failures& failures) {
  PortGraph before = graph;
  for (const FailedLink& link : failures.links) {
    if (!link.from_the_start()) continue;
    before.connect(link.router, link.port, link.leads_to.router, link.leads_to.port);
  }
  return before;
}

PortGraph in_cycle(const PortGraph& graph, const Failures& failures, Cycle cycle) {
  PortGraph left = graph;
  for (const FailedLink& link : failures.links) {
    if (link.lasts_in(cycle)) left.disconnect(link.router, link.port);
  }
  return left;
}

}  // namespace fsin::topology
