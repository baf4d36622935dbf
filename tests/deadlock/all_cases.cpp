// SPDX-License-Identifier: Apache-2.0
#include "tests/deadlock/cases.hpp"

namespace deadlock_test {

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const auto& cases :
       {design_cases(), mesh_cases(), graph_cases(), hyperx_cases(), dragonfly_cases(), fault_cases()}) {
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

namespace {

constexpr fsin::Cycle short_run = 4000;

bool runs_into_deadlock(const Case& each, const Flood& flood, Search& search) {
  const fsin::stats::RunTotals totals = each.simulate(flood);
  ++search.runs;
  search.packet_hops += totals.packet_hops;
  search.flood = flood;
  search.found = totals.outcome == fsin::stats::Outcome::deadlock;
  return search.found;
}

/// Another cycle of queues, and other lengths of packets, with each number.
Flood directed_flood(fsin::deadlock::DirectedLoads& loads, std::uint64_t number) {
  constexpr std::uint16_t phits[] = {2, 5, 1, 16};
  Flood flood{.seed = number, .cycles = short_run};
  flood.phits = phits[number / 4 % std::size(phits)];
  flood.flows = loads.load(number).flows;
  return flood;
}

}  // namespace

Search search(const Case& each, std::uint64_t seeds, std::uint64_t directed, std::uint64_t packet_hops) {
  Search search;
  for (std::uint64_t seed = 0; seed < seeds && search.packet_hops < packet_hops; ++seed) {
    if (!each.free && search.packet_hops > packet_hops / 4) break;
    if (runs_into_deadlock(each, {.seed = seed, .cycles = short_run}, search)) return search;
  }
  if (each.free) return search;
  fsin::deadlock::DirectedLoads loads = each.loads();
  search.directed = true;
  for (std::uint64_t number = 0; number < directed && search.packet_hops < packet_hops; ++number) {
    const Flood flood = directed_flood(loads, number);
    if (!flood.flows.empty() && runs_into_deadlock(each, flood, search)) return search;
  }
  return search;
}

}  // namespace deadlock_test
