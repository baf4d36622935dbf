// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/sweep_checks.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

#include "fsin/config/dump.hpp"
#include "fsin/core/text.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/forecast/fault_check.hpp"
#include "fsin/forecast/pattern_loads.hpp"

namespace fsin::study {
namespace {

constexpr std::uint64_t sweep_states = 10 * forecast::quick_budget.states;  ///< for all networks of a sweep together

/// Pattern and network of a point, without its load.
std::string demand_of(const SweepPoint& point) {
  config::Tree tree = config::to_tree(point.experiment());
  std::string text;
  for (config::Tree& part : tree.items) {
    if (part.key != "network" && part.key != "workload") continue;
    std::erase_if(part.items, [](const config::Tree& item) { return item.key == "load"; });
    text += config::dump_tree(part);
  }
  return text;
}

}  // namespace

void warn_of_loads(const SweepPlan& plan, Diagnostics& diagnostics) {
  constexpr double most_ports = 100'000;  // of a network that is looked at before a sweep
  std::map<std::string, forecast::KnownCapacity> known;
  const SweepPoint* first = nullptr;
  std::size_t above = 0;
  forecast::KnownCapacity least;
  for (const SweepPoint& point : plan.points) {
    const topology::Extent extent = engine::extent_of(point.design);
    const auto offered = forecast::load_asked(point);
    if (!offered || extent.routers * extent.ports > most_ports) continue;
    const std::string key = demand_of(point);
    auto found = known.find(key);
    if (found == known.end()) {
      const topology::Topology topology = experiment::built_network(point.experiment().network);
      found = known.emplace(key, forecast::known_capacity(point, topology)).first;
    }
    if (!found->second.is_below(*offered)) continue;
    if (above++ == 0) {
      first = &point;
      least = found->second;
    }
  }
  if (above == 0) return;
  diagnostics.warning(first->loaded.document.mark("workload.load"),
                      fmt::format("{} of {} offer more than can be carried, and will end as saturated; at the first of "
                                  "them no more than {:.4g} phits/node/cycle, the capacity of {}",
                                  above, counted(plan.points.size(), "point"), least.most, least.limit));
}

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
