// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/checks/deadlock_check.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <set>

#include "fsin/config/dump.hpp"
#include "fsin/core/text.hpp"

namespace fsin::study {
namespace {

constexpr std::string_view routing_key = "network.routing.type";
constexpr std::uint64_t sweep_states = 10 * quick_budget.states;  ///< for all networks of a sweep together

void refuse_unsafe(const LoadedExperiment& loaded, const deadlock::Verdict& verdict, Diagnostics& diagnostics) {
  if (verdict.answer != deadlock::Answer::unsafe) return;
  diagnostics.error(loaded.document.mark(routing_key),
                    fmt::format("this network can deadlock: {}; fsin check shows how. Change routing, "
                                "router.virtual_channels or router.flow_control, or add --allow-deadlock",
                                verdict.text));
}

}  // namespace

std::optional<deadlock::Verdict> deadlock_verdict(const Experiment& experiment, const topology::Topology& topology,
                                                  const deadlock::Budget& budget) {
  const engine::Design design = design_of(experiment);
  if (design.model) return std::nullopt;
  auto verdict = deadlock::decide(design, topology, budget);
  malloc_trim(0);  // the states of a large network take as much memory as its run, which is to follow
  return verdict;
}

std::string verdict_text(const deadlock::Verdict& verdict) {
  switch (verdict.answer) {
    case deadlock::Answer::free:
      return fmt::format("free under any traffic: {}", verdict.text);
    case deadlock::Answer::unsafe:
      return fmt::format("not free: {}", verdict.text);
    case deadlock::Answer::undecided:
      break;
  }
  return fmt::format("not decided: {}", verdict.text);
}

void refuse_deadlock(const LoadedExperiment& loaded, const topology::Topology& topology, Diagnostics& diagnostics) {
  const auto verdict = deadlock_verdict(loaded.experiment, topology, quick_budget);
  if (!verdict) return;
  refuse_unsafe(loaded, *verdict, diagnostics);
  if (verdict->answer != deadlock::Answer::undecided) return;
  diagnostics.warning(
      loaded.document.mark(routing_key),
      fmt::format("it is not decided whether this network can deadlock: {}; fsin check looks further", verdict->text));
}

void refuse_deadlock(const SweepPlan& plan, Diagnostics& diagnostics) {
  std::set<std::string> seen;
  std::uint64_t states = 0;
  const LoadedExperiment* first = nullptr;  // of the networks that are not decided
  unsigned undecided = 0;
  const auto leave = [&](const LoadedExperiment& loaded) {
    if (first == nullptr) first = &loaded;
    ++undecided;
  };
  for (const SweepPoint& point : plan.points) {
    const Experiment& experiment = point.loaded.experiment;
    if (!diagnostics.ok()) return;
    if (!seen.insert(config::dump(experiment.network)).second || point.design.model) continue;
    const topology::Extent extent = engine::extent_of(point.design);
    if (states > sweep_states || extent.routers * extent.ports > static_cast<double>(quick_budget.queues)) {
      leave(point.loaded);
      continue;
    }
    const auto verdict = deadlock_verdict(experiment, built_network(experiment.network), quick_budget);
    if (!verdict) continue;
    states += verdict->states;
    refuse_unsafe(point.loaded, *verdict, diagnostics);
    if (verdict->answer == deadlock::Answer::undecided) leave(point.loaded);
  }
  if (undecided == 0 || !diagnostics.ok()) return;
  diagnostics.warning(first->document.mark(routing_key),
                      fmt::format("it is not decided whether {} of the {} of this sweep can deadlock, which are too "
                                  "large; fsin check looks further at one",
                                  undecided, counted(seen.size(), "different network")));
}

}  // namespace fsin::study
