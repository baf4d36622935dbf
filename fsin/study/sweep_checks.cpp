// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/sweep_checks.hpp"

#include <fmt/format.h>

#include <set>
#include <string>

#include "fsin/config/dump.hpp"
#include "fsin/core/text.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/forecast/fault_check.hpp"

namespace fsin::study {
namespace {

constexpr std::uint64_t sweep_states = 10 * forecast::quick_budget.states;  ///< for all networks of a sweep together

}  // namespace

void refuse_deadlock(const SweepPlan& plan, Diagnostics& diagnostics) {
  std::set<std::string> seen;
  std::uint64_t states = 0;
  const experiment::LoadedExperiment* first = nullptr;  // of the networks that are not decided
  unsigned undecided = 0;
  const auto leave = [&](const experiment::LoadedExperiment& loaded) {
    if (first == nullptr) first = &loaded;
    ++undecided;
  };
  for (const SweepPoint& point : plan.points) {
    const experiment::Experiment& experiment = point.loaded.experiment;
    if (!diagnostics.ok()) return;
    if (!seen.insert(config::dump(experiment.network)).second || point.design.model) continue;
    const topology::Extent extent = engine::extent_of(point.design);
    if (states > sweep_states || extent.routers * extent.ports > static_cast<double>(forecast::quick_budget.queues)) {
      leave(point.loaded);
      continue;
    }
    const auto verdict =
        forecast::deadlock_verdict(point.design, experiment::built_network(experiment.network), forecast::quick_budget);
    if (!verdict) continue;
    states += verdict->states;
    forecast::refuse_unsafe(point.loaded, *verdict, diagnostics);
    if (verdict->answer == deadlock::Answer::undecided) leave(point.loaded);
  }
  if (undecided == 0 || !diagnostics.ok()) return;
  diagnostics.warning(first->document.mark(forecast::routing_key),
                      fmt::format("it is not decided whether {} of the {} of this sweep can deadlock, which are too "
                                  "large; fsin check looks further at one",
                                  undecided, counted(seen.size(), "different network")));
}

void refuse_cut_off(const SweepPlan& plan, Diagnostics& diagnostics) {
  std::set<std::string> seen;
  for (const SweepPoint& point : plan.points) {
    const experiment::NetworkParams& network = point.loaded.experiment.network;
    if (!network.faults.any() || !diagnostics.ok()) continue;
    if (!seen.insert(config::dump(network)).second) continue;
    const topology::Topology topology = experiment::built_network(network);
    experiment::check_built(point.loaded, point.design, topology, diagnostics);
    if (diagnostics.ok()) forecast::refuse_cut_off(point.loaded, point.design, topology, diagnostics);
  }
}

}  // namespace fsin::study
