// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/sweep_checks.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>
#include <string>

#include "fsin/config/dump.hpp"
#include "fsin/core/memory_limit.hpp"
#include "fsin/core/text.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/forecast/pattern_loads.hpp"
#include "fsin/study/sweep_memory.hpp"

namespace fsin::study {
namespace {

constexpr std::uint64_t sweep_states = 10 * forecast::quick_budget.states;  ///< for all networks of a sweep together
constexpr double most_ports = 100'000;  ///< of a network whose capacity is looked for before a sweep

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

double ports_of(const SweepPoint& point) {
  const topology::Extent extent = engine::extent_of(point.design);
  return extent.routers * extent.ports;
}

/// Looks at the points in their order. The network of the last one is kept, for most that follow have the same.
class Door {
 public:
  Door(bool allow_deadlock, Diagnostics& diagnostics) : allow_deadlock_(allow_deadlock), diagnostics_(diagnostics) {}

  void look_at(const SweepPoint& point) {
    const std::string network = config::dump(point.experiment().network);
    const bool is_new = seen_.insert(network).second;
    if (ports_of(point) > static_cast<double>(forecast::quick_budget.queues)) {
      if (is_new) leave(point);
      return;
    }
    if (is_new) {
      if (!build(point, network)) return;
      if (!allow_deadlock_ && !refuse_deadlock(point)) return;
    }
    look_at_load(point, network);
  }

  /// What concerns several points or networks.
  void tell(std::size_t points) const {
    if (undecided_ > 0) {
      diagnostics_.warning(first_undecided_->loaded.document.mark(forecast::routing_key),
                           fmt::format("it is not decided whether {} of the {} of this sweep can deadlock, which are "
                                       "too large; fsin check looks further at one",
                                       undecided_, counted(seen_.size(), "different network")));
    }
    if (above_ == 0) return;
    diagnostics_.warning(
        first_above_->loaded.document.mark("workload.load"),
        fmt::format("{} of {} offer more than can be carried, and will end as saturated; at the first of "
                    "them no more than {:.4g} phits/node/cycle, the capacity of {}",
                    above_, counted(points, "point"), least_.most, least_.limit));
  }

 private:
  void leave(const SweepPoint& point) {
    if (allow_deadlock_ || point.design.model) return;
    if (first_undecided_ == nullptr) first_undecided_ = &point;
    ++undecided_;
  }

  bool build(const SweepPoint& point, const std::string& network) {
    topology_ = forecast::admitted_network(point.loaded, point.design, diagnostics_);
    built_ = network;
    return topology_ != nullptr;
  }

  bool refuse_deadlock(const SweepPoint& point) {
    if (states_ > sweep_states) {
      leave(point);
      return true;
    }
    const auto verdict = forecast::deadlock_verdict(point.design, *topology_, forecast::quick_budget);
    if (!verdict) return true;
    states_ += verdict->states;
    forecast::refuse_unsafe(point.loaded, *verdict, diagnostics_);
    if (verdict->answer == deadlock::Answer::undecided) leave(point);
    return diagnostics_.ok();
  }

  void look_at_load(const SweepPoint& point, const std::string& network) {
    const auto offered = forecast::load_asked(point);
    if (!offered || ports_of(point) > most_ports) return;
    const std::string key = demand_of(point);
    auto found = known_.find(key);
    if (found == known_.end()) {
      if (built_ != network && !build(point, network)) return;
      found = known_.emplace(key, forecast::known_capacity(point, *topology_)).first;
    }
    if (!found->second.is_below(*offered)) return;
    if (above_++ > 0) return;
    first_above_ = &point;
    least_ = found->second;
  }

  bool allow_deadlock_;
  Diagnostics& diagnostics_;
  std::set<std::string> seen_;  ///< networks
  std::string built_;           ///< the network that is built
  std::shared_ptr<const run::CheckedTopology> topology_;
  std::uint64_t states_ = 0;
  unsigned undecided_ = 0;
  const SweepPoint* first_undecided_ = nullptr;
  std::map<std::string, forecast::KnownCapacity> known_;
  std::size_t above_ = 0;  ///< points that offer more than can be carried
  const SweepPoint* first_above_ = nullptr;
  forecast::KnownCapacity least_;  ///< of the first of them
};

/// Where a sweep has several points, an error is followed by the name of its point.
void name_point(const SweepPlan& plan, std::size_t point, Diagnostics& diagnostics) {
  if (plan.points.size() > 1) study::name_point(point, plan.plan.points[point].name, diagnostics);
}

}  // namespace

void admit(const SweepPlan& plan, const SweepOptions& options, bool allow_deadlock, Diagnostics& diagnostics) {
  const SweepMemory memory = sweep_memory(plan, options);
  forecast::check_fits(memory.estimate, memory.shape, memory_limit(), memory.mark, diagnostics);
  if (!diagnostics.ok()) return;
  Door door(allow_deadlock, diagnostics);
  for (std::size_t point = 0; point < plan.points.size(); ++point) {
    door.look_at(plan.points[point]);
    if (!diagnostics.ok()) return name_point(plan, point, diagnostics);
  }
  door.tell(plan.points.size());
}

std::shared_ptr<const run::CheckedTopology> admitted_network(const SweepPlan& plan, std::size_t point) {
  Diagnostics diagnostics;
  auto topology = forecast::admitted_network(plan.points[point].loaded, plan.points[point].design, diagnostics);
  if (topology) return topology;
  name_point(plan, point, diagnostics);
  throw Refused(std::move(diagnostics));
}

}  // namespace fsin::study
