// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/reference/stepped_run.hpp"

#include <algorithm>
#include <utility>

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

}  // namespace

template <class Draws>
SteppedRun<Draws>::SteppedRun(const routing::Walker& algorithm, const RunParts& parts, const Draws& draws)
    : parts_(parts),
      tally_(parts.plan, parts.control.on_delivery, parts.topology.graph.nodes()),
      stepper_(algorithm, draws, parts.rules, parts.topology, parts.workload, tally_, parts.plan.background),
      stopping_(parts.plan, parts.rules, tally_.last()),
      last_return_(parts.topology.failures.last_return()) {
  pass_borders(1);
  if (!parts.workload.finished()) return;
  now_ = 1;  // nothing to do
  ended_ = true;
}

template <class Draws>
void SteppedRun<Draws>::pass_borders(Cycle next) {
  for (; next > tally_.border(passed_); ++passed_) {
    tally_.pass_border(passed_, parts_.workload);
    if (passed_ == 0) stepper_.world().forget_carried();
  }
}

template <class Draws>
bool SteppedRun<Draws>::step() {
  if (ended_) return false;
  const auto& [rules, topology, workload, plan, control] = parts_;
  ended_ = true;  // unless the end of this function is reached
  if (workload.failed() || control.stop.load(std::memory_order_relaxed)) {
    outcome_ = stats::Outcome::interrupted;
    return false;
  }
  const Cycle next = std::min(stepper_.next_cycle(), topology.failures.next_return(now_));
  const Cycle progress = std::max(stepper_.last_progress(), last_return_);
  if (const auto end = stopping_.before(next, progress, tally_.in_network())) {
    pass_borders(end->cycle);
    outcome_ = end->outcome;
    now_ = end->cycle;
    return false;
  }
  now_ = next == never ? now_ + 1 : next;
  pass_borders(now_);
  stepper_.step(now_);
  if (plan.check) stepper_.world().verify(tally_.in_network());
  if (workload.finished() && !workload.failed()) {
    ++now_;
    return false;
  }
  workload_stands_still_ = workload.moving() == 0 && !workload.failed();
  if (workload_stands_still_) {
    outcome_ = stats::Outcome::deadlock;
    return false;
  }
  if (control.progress && ++steps_ % 256 == 0)
    control.progress(now_, stopping_.fraction(now_, workload), tally_.in_network());
  ended_ = false;
  return true;
}

template <class Draws>
void SteppedRun<Draws>::explain() {
  const auto& [rules, topology, workload, plan, control] = parts_;
  std::vector<std::string>& diagnosis = tally_.totals().diagnosis;
  if (workload_stands_still_) {
    diagnosis = diagnose({}, rules, topology, workload.explain_wait(most_diagnosis_lines));
  } else if (std::vector<std::string> lines = unreachable(stepper_, parts_, outcome_, now_); !lines.empty()) {
    outcome_ = stats::Outcome::unreachable;
    diagnosis = std::move(lines);
  } else if (outcome_ == stats::Outcome::deadlock) {
    diagnosis = diagnose(stepper_.waiting_headers(), rules, topology, workload.explain_wait(most_diagnosis_lines));
  }
}

template <class Draws>
void SteppedRun<Draws>::count_links(bool stands_still) {
  for (std::uint32_t r = 0; r < world().routers.size(); ++r) {
    for (unsigned p = 0; p < parts_.rules.ports; ++p) {
      const topology::Link next = parts_.topology.graph.next(RouterId(r), p);
      if (!next.exists()) continue;
      const OutputPort& port = world().routers[r].ports[p];
      // A standstill without a packet in the network is dated back to the last header that moved; the tail arrived
      // after that.
      const bool dated_back = stands_still && port.last_held > now_;
      const std::uint64_t after = dated_back ? port.last_held - now_ : 0;
      const std::uint64_t carried = tally_.has_window(now_) ? port.carried - after : 0;
      tally_.totals().count_link({RouterId(r), p, next.router, carried}, parts_.plan.link_loads);
    }
  }
}

template <class Draws>
stats::RunTotals SteppedRun<Draws>::finish() {
  stepper_.tell_last();
  const bool stands_still = outcome_ == stats::Outcome::deadlock;
  explain();
  count_links(stands_still);
  const std::string failure = parts_.workload.failure();
  tally_.totals().failure = failure;
  if (!failure.empty()) outcome_ = stats::Outcome::interrupted;
  return tally_.close(outcome_, now_, parts_.workload);
}

template class SteppedRun<KeyedDraws>;
template class SteppedRun<OriginalDraws>;

}  // namespace fsin::engine::reference
