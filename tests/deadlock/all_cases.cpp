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

Search search(const Case& each, std::uint64_t seeds, std::uint64_t packet_hops) {
  Search search;
  const auto flows = each.free ? std::vector<fsin::deadlock::Flow>{} : each.flows();
  for (; search.seeds < seeds && search.packet_hops < packet_hops; ++search.seeds) {
    for (const bool guided : {false, true}) {
      if (guided && flows.empty()) continue;
      Flood flood{.seed = search.seeds, .cycles = 4000};
      if (guided) flood.flows = flows;
      const fsin::stats::RunTotals totals = each.simulate(flood);
      search.packet_hops += totals.packet_hops;
      search.found = totals.outcome == fsin::stats::Outcome::deadlock;
      if (search.found) return search;
    }
  }
  return search;
}

}  // namespace deadlock_test
