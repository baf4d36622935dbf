// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_faults.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/engine/design_checks.hpp"
#include "fsin/routing/any_routing.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "tests/engine/differential/dice.hpp"

namespace differential {
namespace {

using namespace fsin;

constexpr unsigned last_fault = 1500;  ///< cycle

/// Some link of the network, by the numbers of its routers: "3-7 at 120".
std::string random_link(Dice& dice, const topology::PortGraph& graph, unsigned cycle) {
  for (;;) {
    const RouterId router(dice.below(static_cast<std::uint32_t>(graph.routers())));
    const topology::Link link = graph.next(router, dice.below(graph.ports()));
    if (link.exists()) return fmt::format("{}-{} at {}", router.value, link.router.value, cycle);
  }
}

/// Some of what fails comes back, drawn by dice of their own, so that the rest of a case stays what it is.
void let_return(std::uint64_t number, topology::FaultPlan& faults) {
  Dice dice(number ^ std::uint64_t{1} << 59U);
  const auto length = [&dice] { return dice.between(2, dice.chance(70) ? 300 : 2 * last_fault); };
  if (dice.chance(50)) faults.until.value = faults.at.value + length();
  for (std::string& link : faults.links) {
    if (!dice.chance(50)) continue;
    const auto begins = static_cast<unsigned>(std::stoul(link.substr(link.rfind(' ') + 1)));
    link += fmt::format(" until {}", begins + length());
  }
  if (!faults.links.empty() && dice.chance(30)) {  // and fails once more
    const std::string& link = faults.links.front();
    faults.links.push_back(fmt::format("{} at {}", link.substr(0, link.find(' ')), dice.between(1, 3 * last_fault)));
  }
  for (const std::string& link : faults.links) {  // those that would end before they begin
    const std::size_t at = link.find(" at ");
    if (faults.until.value != 0 && at != std::string::npos) {
      faults.until.value = std::max<std::uint64_t>(faults.until.value, std::stoul(link.substr(at + 4)) + 2);
    }
  }
}

/// Tables often follow what happens in the run, drawn by dice of their own, so that the rest of a case stays what it
/// is.
void let_reroute(std::uint64_t number, bool demanded, const engine::Design& design, topology::FaultPlan& faults) {
  Dice dice(number ^ std::uint64_t{1} << 57U);
  if (!routing::reroutes(design.routing) || (!demanded && !dice.chance(50))) return;
  faults.reroute_after = CycleCount{dice.one_of({0U, 1U, 5U, 40U, 300U})};
}

/// A few links that fail one after another and come back, at times that meet or overlap, so that many packets are under
/// way while tables change.
topology::FaultPlan draw_changes(std::uint64_t number, const topology::PortGraph& graph) {
  Dice dice(number ^ std::uint64_t{1} << 56U);
  topology::FaultPlan faults;
  faults.one_way = dice.chance(20);
  const unsigned end = dice.one_of({60U, 200U, 600U, last_fault});
  for (unsigned i = dice.between(1, 5); i > 0; --i) {
    const unsigned since = dice.between(1, end);
    std::string link = random_link(dice, graph, since);
    if (dice.chance(80)) link += fmt::format(" until {}", since + dice.between(1, end));
    faults.links.push_back(std::move(link));
  }
  if (dice.chance(20)) {
    faults.routers = {fmt::format("{} at {} until {}", dice.below(static_cast<std::uint32_t>(graph.routers())),
                                  1 + end / 4, 1 + end / 2)};
  }
  if (dice.chance(30)) faults.links.push_back(random_link(dice, graph, 0));
  return faults;
}

topology::FaultPlan draw(std::uint64_t number, Dice& dice, const topology::PortGraph& graph) {
  topology::FaultPlan faults;
  faults.seed = number;
  faults.one_way = dice.chance(20);
  faults.at.value = dice.chance(40) ? 0 : dice.between(1, last_fault);
  if (dice.chance(30)) faults.random_routers = 1;
  if (dice.chance(60) && graph.routers() == graph.nodes()) faults.random_links = dice.between(1, 3);
  const unsigned listed = faults.random_links + faults.random_routers == 0 ? 1 : dice.below(3);
  for (unsigned i = 0; i < listed; ++i) {
    faults.links.push_back(random_link(dice, graph, dice.chance(50) ? 0 : dice.between(1, last_fault)));
  }
  return faults;
}

bool goes_with(const engine::Design& design, const topology::Topology& topology) {
  Diagnostics diagnostics;
  engine::check_built(design, topology, diagnostics);
  return diagnostics.ok() && topology.failures.mistakes.empty();
}

}  // namespace

// Of dice of its own, so that the other cases keep their numbers.
void random_faults(std::uint64_t number, const FaultDemands& demands, const engine::Design& design,
                   topology::Topology& topology) {
  Dice dice(number ^ std::uint64_t{1} << 60U);
  if (!demands.faults && !demands.reroutes && !dice.chance(15)) return;
  topology::FaultPlan faults =
      demands.reroutes ? draw_changes(number, topology.graph) : draw(number, dice, topology.graph);
  const bool returns = demands.faults && number % 2 == 1;
  if (returns) let_return(number, faults);
  let_reroute(number, demands.reroutes, design, faults);
  topology::Topology faulty = topology;
  topology::fail(faults, faulty);
  if (!goes_with(design, faulty)) {
    faults.at.value = std::max<std::uint64_t>(faults.at.value, 2 + dice.below(last_fault));
    for (std::string& link : faults.links) {
      link = fmt::format("{} at {}", link.substr(0, link.find(' ')), 2 + dice.below(last_fault));
    }
    faults.until.value = 0;
    if (returns) let_return(number, faults);
    faulty = topology;
    topology::fail(faults, faulty);
  }
  if (goes_with(design, faulty)) topology = std::move(faulty);
}

std::string describe_faults(const topology::Topology& topology) {
  const topology::Failures& failures = topology.failures;
  std::string text;
  for (Cycle at = failures.first(); at != never; at = failures.next_after(at)) {
    const auto now = [at](const auto& each) { return each.since == at; };
    const auto back = [at](const auto& each) { return each.until == at; };
    text += fmt::format(", {} links and {} routers fail and {} and {} come back in cycle {}",
                        std::count_if(failures.links.begin(), failures.links.end(), now),
                        std::count_if(failures.routers.begin(), failures.routers.end(), now),
                        std::count_if(failures.links.begin(), failures.links.end(), back),
                        std::count_if(failures.routers.begin(), failures.routers.end(), back), at);
  }
  if (!failures.reroutes.empty()) {
    text += fmt::format(", which tables follow after {} cycles",
                        failures.reroutes.front().from - failures.reroutes.front().of);
  }
  return text;
}

}  // namespace differential
