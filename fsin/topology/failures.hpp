// SPDX-License-Identifier: Apache-2.0
// Links and routers of a built network that fail: from the start, or at a cycle of the run. docs/model/network.md,
// "Faults".
//
// A link that fails from the start is no longer in the port graph of the network (faults/fault_plan.hpp removes it), so
// that routing tables and the deadlock analysis are those of the remaining network. One that fails later is, and so is
// one that comes back.
#pragma once

#include <string>
#include <vector>

#include "fsin/topology/port_graph.hpp"

namespace fsin::topology {

/// The first cycle; a failure in this cycle counts as one from the start.
inline constexpr Cycle first_cycle = 1;

/// A time in which something has failed.
struct Outage {
  Cycle since = first_cycle;  ///< first cycle in which nobody is granted it
  Cycle until = never;        ///< first cycle after that in which it is granted again; `never`: it does not come back

  bool from_the_start() const { return since == first_cycle && until == never; }
  bool lasts_in(Cycle cycle) const { return since <= cycle && cycle < until; }
  bool operator==(const Outage&) const = default;
};

/// A directed link: an output port of a router that leads nowhere for a time.
struct FailedLink : Outage {
  FailedLink() = default;
  FailedLink(RouterId at, unsigned by, Link to, const Outage& outage)
      : Outage(outage), router(at), port(by), leads_to(to) {}

  RouterId router;
  unsigned port = 0;
  Link leads_to;  ///< before it fails

  bool operator==(const FailedLink&) const = default;
};

/// A failed router; its links are all among the failed links. Its own node sends nothing in that time.
struct FailedRouter : Outage {
  FailedRouter() = default;
  FailedRouter(RouterId failed, const Outage& outage) : Outage(outage), router(failed) {}

  RouterId router;

  bool operator==(const FailedRouter&) const = default;
};

/// A change of the routing tables in the course of a run: from cycle `from` on they are those of the network as it is
/// in cycle `of`, the last in which something failed or came back.
struct Reroute {
  Cycle from = first_cycle;
  Cycle of = first_cycle;

  bool operator==(const Reroute&) const = default;
};

struct Failures {
  std::vector<FailedLink> links;      ///< by cycle, router and port; those of a link neither meet nor overlap
  std::vector<FailedRouter> routers;  ///< by cycle and router; the same
  std::vector<Reroute> reroutes;      ///< by cycle, each by itself; empty: tables are those of the start
  std::vector<std::string> mistakes;  ///< requested failures that the network does not have: "KEY: text"

  bool any() const { return !links.empty() || !routers.empty(); }
  /// Something fails from the start, and does not come back.
  bool from_the_start() const;
  bool during_the_run() const { return next_after(first_cycle) != never; }
  /// Cycle of the first failure; `never` without any.
  Cycle first() const { return next_after(0); }
  /// The first cycle after `cycle` in which something fails or comes back, or tables change; `never` when there is
  /// none.
  Cycle next_after(Cycle cycle) const;
  /// The first cycle after `cycle` in which something comes back or tables change, so that packets that wait for ever
  /// may go on; `never` when there is none.
  Cycle next_return(Cycle cycle) const;
  /// The last cycle in which something comes back or tables change; 0 without any.
  Cycle last_return() const;
  /// The tables in force in a cycle: 0, those of the start; k: those of reroutes[k - 1].
  unsigned phase_at(Cycle cycle) const;
  /// The last failure of the link at an output port up to this cycle; null when there is none.
  const FailedLink* find(RouterId router, unsigned port, Cycle until = never) const;
};

/// The links of a network before its failures: those that failed from the start are there again.
PortGraph before_failures(const PortGraph& graph, const Failures& failures);

/// The links of a network without those that have failed in a cycle.
PortGraph in_cycle(const PortGraph& graph, const Failures& failures, Cycle cycle);

}  // namespace fsin::topology
