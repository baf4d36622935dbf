// SPDX-License-Identifier: Apache-2.0
// Links and routers of a built network that fail: from the start, or at a cycle of the run. docs/model/network.md,
// "Faults".
//
// A link that fails from the start is no longer in the port graph of the network (faults/fault_plan.hpp removes it), so
// that routing tables and the deadlock analysis are those of the remaining network. One that fails later is.
#pragma once

#include <string>
#include <vector>

#include "fsin/topology/port_graph.hpp"

namespace fsin::topology {

/// The first cycle; a failure in this cycle counts as one from the start.
inline constexpr Cycle first_cycle = 1;

/// A directed link: an output port of a router that leads nowhere from a cycle on.
struct FailedLink {
  RouterId router;
  unsigned port = 0;
  Link leads_to;              ///< before it fails
  Cycle since = first_cycle;  ///< first cycle in which nobody is granted it

  bool operator==(const FailedLink&) const = default;
};

/// A failed router; its links are all among the failed links. Its own node sends nothing any more.
struct FailedRouter {
  RouterId router;
  Cycle since = first_cycle;

  bool operator==(const FailedRouter&) const = default;
};

struct Failures {
  std::vector<FailedLink> links;      ///< by cycle, router and port; each once
  std::vector<FailedRouter> routers;  ///< by cycle and router; each once
  std::vector<std::string> mistakes;  ///< requested failures that the network does not have: "KEY: text"

  bool any() const { return !links.empty() || !routers.empty(); }
  bool from_the_start() const { return any() && first() == first_cycle; }
  bool during_the_run() const { return next_after(first_cycle) != never; }
  /// Cycle of the first failure; `never` without any.
  Cycle first() const { return next_after(0); }
  /// The first cycle after `cycle` with a failure; `never` when there is none.
  Cycle next_after(Cycle cycle) const;
  /// The failed link at an output port; null when none fails there, up to this cycle.
  const FailedLink* find(RouterId router, unsigned port, Cycle until = never) const;
};

/// The links of a network before its failures: those that failed from the start are there again.
PortGraph before_failures(const PortGraph& graph, const Failures& failures);

}  // namespace fsin::topology
