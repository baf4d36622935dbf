// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/reference/run.hpp"

#include <algorithm>
#include <utility>

#include "fsin/engine/reference/stepper.hpp"
#include "fsin/engine/stopping.hpp"

namespace fsin::engine::reference {
namespace {

/// Explanation of packets that can never arrive because of a failure; empty without failures.
template <class Draws>
std::vector<std::string> unreachable(Stepper<Draws>& stepper, const RunParts& parts, stats::Outcome outcome,
                                     Cycle now) {
  if (!parts.topology.failures.any() || outcome == stats::Outcome::interrupted) return {};
  std::vector<std::string> silenced;
  if (outcome == stats::Outcome::deadlock) {
    for (const std::uint32_t node : stepper.silenced()) {
      if (silenced.size() < most_diagnosis_lines) silenced.push_back(silenced_line(node, parts.topology, now));
    }
  }
  return explain_stranded(stranded(stepper.waiting_headers()), parts.rules, parts.topology, silenced, now);
}

template <class Draws>
stats::RunTotals run_cycles(Stepper<Draws>& stepper, const RunParts& parts, Tally& tally) {
  const auto& [rules, topology, workload, plan, control] = parts;
  const Stopping stopping(plan, rules, tally.last());
  stats::Outcome outcome = stats::Outcome::finished;
  Cycle now = 0;
  unsigned passed = 0;
  std::uint64_t steps = 0;
  bool workload_stands_still = false;  // whatever else moves
  const Cycle last_return = topology.failures.last_return();
  const auto pass_borders = [&](Cycle next) {
    for (; next > tally.border(passed); ++passed) {
      tally.pass_border(passed, parts.workload);
      if (passed == 0) stepper.world().forget_carried();
    }
  };
  pass_borders(1);
  const bool idle = workload.finished();
  if (idle) now = 1;  // nothing to do
  while (!idle) {
    if (workload.failed() || control.stop.load(std::memory_order_relaxed)) {
      outcome = stats::Outcome::interrupted;
      break;
    }
    const Cycle next = std::min(stepper.next_cycle(), topology.failures.next_return(now));
    const Cycle progress = std::max(stepper.last_progress(), last_return);
    if (const auto end = stopping.before(next, progress, tally.in_network())) {
      pass_borders(end->cycle);
      outcome = end->outcome;
      now = end->cycle;
      break;
    }
    now = next == never ? now + 1 : next;
    pass_borders(now);
    stepper.step(now);
    if (plan.check) stepper.world().verify(tally.in_network());
    if (workload.finished() && !workload.failed()) {
      ++now;
      break;
    }
    workload_stands_still = workload.moving() == 0 && !workload.failed();
    if (workload_stands_still) {
      outcome = stats::Outcome::deadlock;
      break;
    }
    if (control.progress && ++steps % 256 == 0)
      control.progress(now, stopping.fraction(now, workload), tally.in_network());
  }
  stepper.tell_last();
  const bool stands_still = outcome == stats::Outcome::deadlock;
  if (workload_stands_still) {
    tally.totals().diagnosis = diagnose({}, rules, topology, workload.explain_wait(most_diagnosis_lines));
  } else if (std::vector<std::string> lines = unreachable(stepper, parts, outcome, now); !lines.empty()) {
    outcome = stats::Outcome::unreachable;
    tally.totals().diagnosis = std::move(lines);
  } else if (stands_still) {
    tally.totals().diagnosis =
        diagnose(stepper.waiting_headers(), rules, topology, workload.explain_wait(most_diagnosis_lines));
  }
  for (std::uint32_t r = 0; r < stepper.world().routers.size(); ++r) {
    for (unsigned p = 0; p < rules.ports; ++p) {
      const topology::Link next = topology.graph.next(RouterId(r), p);
      if (!next.exists()) continue;
      const OutputPort& port = stepper.world().routers[r].ports[p];
      // A standstill without a packet in the network is dated back to the last header that moved; the tail arrived
      // after that.
      const bool dated_back = stands_still && port.last_held > now;
      const std::uint64_t after = dated_back ? port.last_held - now : 0;
      const std::uint64_t carried = tally.has_window(now) ? port.carried - after : 0;
      tally.totals().count_link({RouterId(r), p, next.router, carried}, plan.link_loads);
    }
  }
  tally.totals().failure = workload.failure();
  if (!workload.failure().empty()) outcome = stats::Outcome::interrupted;
  return tally.close(outcome, now, workload);
}

template <class Draws>
stats::RunTotals run_with(const routing::Walker& algorithm, const RunParts& parts, const Draws& draws) {
  Tally tally(parts.plan, parts.control.on_delivery, parts.topology.graph.nodes());
  Stepper<Draws> stepper(algorithm, draws, parts.rules, parts.topology, parts.workload, tally, parts.plan.background);
  return run_cycles(stepper, parts, tally);
}

}  // namespace

stats::RunTotals run(const routing::Walker& algorithm, const RunParts& parts) {
  if (parts.plan.original != nullptr) return run_with(algorithm, parts, OriginalDraws(*parts.plan.original));
  return run_with(algorithm, parts, KeyedDraws(parts.plan.seed, parts.topology.graph.routers(), parts.rules.queues));
}

}  // namespace fsin::engine::reference
