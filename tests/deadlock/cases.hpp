// SPDX-License-Identifier: Apache-2.0
// Networks with a routing whose freedom from deadlock is known: what the analysis must say of them, and a simulation of
// each. Every case is judged by both: one that is free must survive any load, and of one that is not, some load and
// seed must end in a deadlock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fsin/deadlock/directed_loads.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/stats/run_totals.hpp"
#include "fsin/topology/faults/fault_plan.hpp"

namespace deadlock_test {

/// How a case is simulated: every node always has a packet to offer.
struct Flood {
  std::uint64_t seed = 1;
  fsin::Cycle cycles = 3000;
  unsigned queue = 1;                         ///< packets
  std::uint16_t phits = 2;                    ///< of a packet
  std::vector<fsin::deadlock::Flow> flows{};  ///< the only packets; empty: by the seed
};

struct Case {
  std::string name;
  bool free = false;
  std::function<fsin::deadlock::Verdict(bool whole)> verdict;
  std::function<fsin::deadlock::DirectedLoads()> loads;  ///< that aim at a deadlock
  std::function<fsin::stats::RunTotals(const Flood&)> simulate;
};

/// The cases by kind of network.
std::vector<Case> design_cases();
std::vector<Case> mesh_cases();
std::vector<Case> graph_cases();
std::vector<Case> hyperx_cases();
std::vector<Case> dragonfly_cases();
std::vector<Case> fault_cases();
std::vector<Case> all_cases();

/// A search for a load that deadlocks a case, by seeds: first everything sends, then, of a network that is not free,
/// only those do whose packets fill the queues of a counter-example, another one with each seed.
struct Search {
  bool found = false;
  bool directed = false;  ///< it was such a load
  Flood flood{};          ///< the last one
  std::uint64_t runs = 0;
  std::uint64_t packet_hops = 0;
};
/// Everything sends in `seeds` runs, or as long as a quarter of the packet-hops lasts.
Search search(const Case& each, std::uint64_t seeds, std::uint64_t directed,
              std::uint64_t packet_hops = ~std::uint64_t{0});

/// The event engine on a design.
fsin::stats::RunTotals simulate_design(const fsin::engine::Design& design, const fsin::topology::Topology& topology,
                                       const Flood& flood);

/// A case of the catalogue.
Case design_case(std::string name, bool free, const fsin::engine::Design& design,
                 const fsin::topology::FaultPlan& faults = {});

}  // namespace deadlock_test
