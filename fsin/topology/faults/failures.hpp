// SPDX-License-Identifier: Apache-2.0
// Links and routers of a built network that fail: from the start, or at a cycle of the run. docs/model.md, "Faults".
//
// A link that fails from the start is not in the port graph of the network any more (fault_plan.hpp takes it out), so
// that tables of routes and the analysis of deadlock are those of the network that is left. One that fails later is.
#pragma once

#include <string>
#include <vector>

#include "fsin/topology/port_graph.hpp"

namespace fsin::topology {

/// The first cycle; what fails in it has failed from the start.
inline constexpr Cycle first_cycle = 1;

/// A directed link: the output port of a router that leads nowhere from a cycle on.
struct FailedLink {
  RouterId router;
  unsigned port = 0;
  Link leads_to;              ///< before it fails
  Cycle since = first_cycle;  ///< first cycle in which nobody is granted it

  bool operator==(const FailedLink&) const = default;
};

/// All its links are among the failed links. A node of its own sends nothing any more.
struct FailedRouter {
  RouterId router;
  Cycle since = first_cycle;

  bool operator==(const FailedRouter&) const = default;
};

struct Failures {
  std::vector<FailedLink> links;      ///< by cycle, router and port; each once
  std::vector<FailedRouter> routers;  ///< by cycle and router; each once
  std::vector<std::string> mistakes;  ///< what was asked for and is not in the network: "KEY: text"

  bool any() const { return !links.empty() || !routers.empty(); }
  bool from_the_start() const { return any() && first() == first_cycle; }
  bool during_the_run() const { return next_after(first_cycle) != never; }
  /// Of the first failure; `never` without any.
  Cycle first() const { return next_after(0); }
  /// The first cycle after `cycle` in which something fails; `never` when there is none.
  Cycle next_after(Cycle cycle) const;
  /// The failed link at an output port; null when none fails there, up to this cycle.
  const FailedLink* find(RouterId router, unsigned port, Cycle until = never) const;
};

}  // namespace fsin::topology
