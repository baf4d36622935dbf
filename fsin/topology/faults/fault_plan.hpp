// SPDX-License-Identifier: Apache-2.0
// Which links and routers of a network fail, and when: the keys of network.faults. docs/model.md, "Faults".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/core/units.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::topology {

/// What becomes of an experiment in which some nodes cannot reach each other from the start.
enum class CutOffPairs : std::uint8_t { refuse, allow };
inline constexpr std::array cut_off_names{
    config::Named{CutOffPairs::refuse, "refuse", "nothing is simulated, and the pairs are counted and named"},
    config::Named{CutOffPairs::allow, "allow", "a warning; their packets wait, and the run ends as unreachable"},
};

struct FaultPlan {
  static constexpr std::uint64_t last_cycle = 1'000'000'000'000'000;

  std::vector<std::string> links;
  std::vector<std::string> routers;
  std::uint32_t random_links = 0;
  std::uint32_t random_routers = 0;
  std::uint64_t seed = 1;
  CycleCount at{0};
  bool one_way = false;
  CutOffPairs unreachable = CutOffPairs::refuse;

  bool any() const { return !links.empty() || !routers.empty() || random_links > 0 || random_routers > 0; }

  template <class F>
  void fields(F& f) {
    f("links", links,
      "links that fail, each by the two routers that it joins, as [0-1, s3-s7 at 5000]. A router is written as its "
      "number, as n0, n1, ... (nodes) or s0, s1, ... (switches) as in fsin topology --edges, or as in messages. Where "
      "parallel links join two routers, all of them fail");
    f("routers", routers, "routers that fail with all their links, as [5, s2 at 1000]");
    f("random_links", random_links,
      "number of links that fail besides, drawn among those between switches, or of a network without switches, among "
      "all")
        .range(0, 100'000'000);
    f("random_routers", random_routers,
      "number of routers that fail besides, drawn among the switches, or in a network without switches, among all")
        .range(0, 100'000'000);
    f("seed", seed, "seed of what is drawn; all runs of an experiment have the same faults");
    f("at", at, "first cycle of all faults that do not say `at` themselves; 0: they are there from the start")
        .range(CycleCount{0}, CycleCount{last_cycle});
    f("one_way", one_way, "true: of a link A-B only the direction from A to B fails, and one direction of a drawn one");
    f("unreachable", unreachable, "what is done when nodes cannot reach each other because of faults from the start")
        .names(cut_off_names);
  }
};

/// Links and routers fail: fills in topology.failures, and takes the links that fail from the start out of its graph.
/// What the network does not have is told in failures.mistakes.
void fail(const FaultPlan& params, Topology& topology);

}  // namespace fsin::topology
