// SPDX-License-Identifier: Apache-2.0
// What links carry is counted phit by phit, whatever part of a packet the window cuts off.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/engine/differential/random_case.hpp"
#include "tests/model/load.hpp"

namespace links_test {

using namespace fsin;
using engine::EngineKind;

namespace {

/// Phits by link in the cycles from + 1 .. from + cycles.
std::vector<std::uint64_t> carried(const differential::RandomCase& c, EngineKind kind, Cycle from, Cycle cycles,
                                   unsigned threads = 1) {
  engine::RunPlan plan = c.plan;
  plan.warmup = from;
  plan.cycles = cycles;
  plan.max_cycles = never;
  plan.link_loads = true;
  plan.threads = threads;
  engine::Control control;
  const auto workload = c.make_workload();
  const stats::RunTotals totals = run(kind, c.design, c.topology, *workload, plan, control);
  std::vector<stats::LinkLoad> links = totals.links;
  std::sort(links.begin(), links.end(),
            [](const auto& a, const auto& b) { return std::tie(a.from, a.port) < std::tie(b.from, b.port); });
  std::vector<std::uint64_t> phits;
  for (const stats::LinkLoad& link : links) phits.push_back(link.phits);
  return phits;
}

}  // namespace

TEST_CASE("no link carries more than one phit a cycle, however short the window and wherever it begins") {
  for (std::uint64_t number = 0; number < 40; ++number) {
    const differential::RandomCase c = differential::make_case(number);
    CAPTURE(differential::describe(c));
    for (const Cycle from : {Cycle{0}, Cycle{37}, Cycle{150}}) {
      for (const Cycle cycles : {Cycle{1}, Cycle{5}, Cycle{21}}) {
        const auto event = carried(c, EngineKind::event, from, cycles);
        REQUIRE(*std::max_element(event.begin(), event.end()) <= cycles);
        REQUIRE(event == carried(c, EngineKind::reference, from, cycles));
      }
    }
  }
}

TEST_CASE("what links carry in two windows is what they carry in both together") {
  for (std::uint64_t number = 0; number < 40; number += 3) {
    const differential::RandomCase c = differential::make_case(number);
    CAPTURE(differential::describe(c));
    const auto first = carried(c, EngineKind::event, 0, 101), second = carried(c, EngineKind::event, 101, 60, 3),
               both = carried(c, EngineKind::event, 0, 161);
    for (std::size_t link = 0; link < both.size(); ++link) REQUIRE(first[link] + second[link] == both[link]);
  }
}

}  // namespace links_test
