// SPDX-License-Identifier: Apache-2.0
// Plan of the links and routers of a network that fail, and when: the keys of network.faults.
// docs/model/network.md, "Faults".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/core/units.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::topology {

/// Treatment of an experiment in which some nodes cannot reach each other from the start.
enum class CutOffPairs : std::uint8_t { refuse, allow };
inline constexpr std::array cut_off_names{
    config::Named{CutOffPairs::refuse, "refuse", "nothing is simulated, and the pairs are counted and named"},
    config::Named{CutOffPairs::allow, "allow", "a warning; their packets wait, and the run ends as unreachable"},
};

struct FaultPlan {
  static constexpr std::uint64_t last_cycle = 1'000'000'000'000'000;
  /// Most changes of the network in the course of a run of which tables are made.
  static constexpr unsigned most_reroutes = 16;

  std::vector<std::string> links;
  std::vector<std::string> routers;
  std::uint32_t random_links = 0;
  std::uint32_t random_routers = 0;
  std::uint64_t seed = 1;
  CycleCount at{0};
  CycleCount until{0};
  std::optional<CycleCount> reroute_after;
  bool one_way = false;
  CutOffPairs unreachable = CutOffPairs::refuse;

  bool any() const { return !links.empty() || !routers.empty() || random_links > 0 || random_routers > 0; }
  /// Some of them are said to begin or to end in the course of the run.
  bool any_in_the_run() const;
  /// Most changes that routing tables will follow, known before the network is built; 0: they follow none.
  unsigned most_reroutes_planned() const;

  template <class F>
  void fields(F& f) {
    f("links", links,
      "links that fail, each by the two routers that it joins, as [0-1, s3-s7 at 5000 until 9000]. A router is written "
      "as its "
      "number, as n0, n1, ... (nodes) or s0, s1, ... (switches) as in fsin topology --edges, or as in messages. Where "
      "parallel links join two routers, all of them fail");
    f("routers", routers, "routers that fail with all their links, as [5, s2 at 1000 until 3000]");
    f("random_links", random_links,
      "number of links that fail in addition, drawn among the links between switches, or in a network without "
      "switches, among all links")
        .range(0, 100'000'000);
    f("random_routers", random_routers,
      "number of routers that fail in addition, drawn among the switches, or in a network without switches, among all "
      "routers")
        .range(0, 100'000'000);
    f("seed", seed, "seed of the drawn links and routers; all runs of an experiment have the same faults");
    f("at", at, "first cycle of all faults without an `at` of their own; 0: from the start")
        .range(CycleCount{0}, CycleCount{last_cycle});
    f("until", until,
      "cycle in which everything that has failed works again, unless it has an `until` of its own; 0: it never does")
        .range(CycleCount{0}, CycleCount{last_cycle});
    f("reroute_after", reroute_after,
      "cycles after which the routing tables follow each change of the network in the course of a run, a fault or a "
      "return; absent: they stay those of the start")
        .range(CycleCount{0}, CycleCount{last_cycle});
    f("one_way", one_way,
      "true: only the direction from A to B of a link A-B fails, and only one direction of a drawn link");
    f("unreachable", unreachable, "what is done when nodes cannot reach each other because of faults from the start")
        .names(cut_off_names);
  }
};

/// Fails the planned links and routers: fills in topology.failures, and removes the links that fail from the start from
/// its graph. Parts that the network does not have are listed in failures.mistakes.
void fail(const FaultPlan& params, Topology& topology);

}  // namespace fsin::topology
