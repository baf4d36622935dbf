// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/worker.hpp"

#include <algorithm>
#include <utility>

#include "fsin/engine/event/waiting_headers.hpp"

namespace fsin::engine::event {

Worker::Worker(Shared& shared, RunContext& context, unsigned self, bool looks_around,
               const topology::Topology& topology, workload::Share& share, const DeliveryLog& on_delivery)
    : core_(shared, self, topology, context.plan, on_delivery),
      routers_(core_, looks_around ? std::optional(no_tiles) : context.plan.tile_shift),
      nodes_(core_, share, routers_.tiled()),
      failures_(topology.failures),
      last_return_(failures_.last_return()),
      next_failure_(failures_.first()),
      next_return_(failures_.next_return(0)),
      shared_(shared),
      context_(context),
      share_(share),
      self_(self),
      look_every_(context.plan.look_every.value_or(routers_.tiled() ? 64 : 4096)) {
  nodes_.plan_first_polls(context.workload);
  if (core_.rules.congestion.counts()) count_at_ = 1;
}

void Worker::run() {
  while (step()) {
  }
  if (failure_) return;
  // The end of a run: a workload ends with the cycle that was simulated last; a stopped run ends in a cycle in which
  // nothing may have happened.
  nodes_.flush_deliveries(workload_ended_ ? core_.clock.cycle : std::max(ending_.cycles, core_.clock.cycle));
}

void Worker::save(ByteWriter& out) const {
  core_.save(out);
  out(passed_, steps_, count_at_, nodes_.closed(), next_failure_);
}

void Worker::load(ByteReader& in) {
  core_.load(in);
  bool closed = false;
  in(passed_, steps_, count_at_, closed, next_failure_);
  nodes_.close(closed, count_at_);
  next_return_ = failures_.next_return(next_failure_ - 1);
  if (const unsigned phase = failures_.phase_at(next_failure_ - 1); phase > 0) enter(phase);
}

std::vector<WaitingHeader> Worker::waiting_headers() {
  const unsigned phase = failures_.phase_at(next_failure_ - 1);
  const std::unique_ptr<const routing::Walker> later = phase > 0 ? context_.algorithm.in_phase(phase) : nullptr;
  return event::waiting_headers(core_, later ? *later : context_.algorithm);
}

bool Worker::step() {
  const Status mine{.next = std::min(core_.next_cycle(), nodes_.due()),
                    .progress = core_.progress,
                    .in_network = core_.tally.in_network(),
                    .outstanding = share_.outstanding(),
                    .moving = share_.moving(),
                    .stop = share_.failed() || asked_to_stop_,
                    .save = std::exchange(asked_to_save_, false),
                    .broken = failure_ != nullptr};
  const Status all = context_.exchange == nullptr ? context_.barrier.agree(self_, steps_, mine)
                                                  : context_.exchange->agree(steps_, mine, core_.packets);
  broken_elsewhere_ = all.broken && !failure_;
  if (context_.save && !all.broken && (all.save || all.stop)) {
    context_.barrier.alone(self_, [&] { context_.save(core_.clock.cycle); });
  }
  if (all.broken || all.stop) return finish(stats::Outcome::interrupted, core_.clock.cycle);
  workload_ended_ = all.outstanding == 0;
  if (workload_ended_) return finish(stats::Outcome::finished, core_.clock.cycle + 1);
  workload_stands_still_ = all.moving == 0;
  if (workload_stands_still_) return finish(stats::Outcome::deadlock, core_.clock.cycle);
  try {
    const Cycle next = std::min(all.next, next_failure_);
    if (!prepare(all, next)) return false;
    take_window(next);
  } catch (...) {
    failure_ = std::current_exception();
  }
  return true;
}

bool Worker::prepare(const Status& all, Cycle next) {
  if (steps_ != 0 && steps_ % look_every_ == 0) look_outside(all);
  // Nothing stands still for ever while something is to come back.
  const auto end =
      context_.stopping.before(std::min(all.next, next_return_), std::max(all.progress, last_return_), all.in_network);
  if (end && end->cycle < next_failure_) {
    pass_borders(end->cycle);
    return finish(end->outcome, end->cycle);
  }
  pass_borders(next);
  if (next >= count_at_) {
    count_at_ = core_.rules.congestion.next_count(next);
    nodes_.close(all.in_network > core_.rules.congestion.most_packets, count_at_);
  }
  if (const Cycle by = core_.clock.origin_lags_by(next)) {
    look_back_everywhere();
    const Clock& clock = core_.clock;
    context_.barrier.alone(self_, [&] {
      // An empty network in which nothing moves any more is dated back to the last cycle with a movement.
      if (all.in_network == 0 && clock.reaches(all.progress)) {
        shared_.state.keep_rest(all.progress, clock.tick_of(all.progress));
      }
      move_origin(shared_, by);
    });
    core_.clock.move_origin(by);
  }
  if (next == next_failure_) fail_in(next);
  return true;
}

void Worker::fail_in(Cycle next) {
  for (const topology::FailedLink& link : failures_.links) {
    if (!core_.owns(link.router.value)) continue;
    const Tick from = core_.clock.tick_of(next);
    if (link.since == next) fail_link(link.router.value, link.port, from);
    if (link.until == next) restore_link(link.router.value, link.port, from);
  }
  for (const topology::FailedRouter& router : failures_.routers) {
    const bool node = router.router.index() < core_.tally.totals().node_phits_delivered.size();
    if (!node || !core_.owns(router.router.value)) continue;
    if (router.since == next) nodes_.fail(router.router.value);
    if (router.until == next) nodes_.restore(router.router.value, next);
  }
  const unsigned phase = failures_.phase_at(next);
  if (phase > failures_.phase_at(next - 1)) {
    enter(phase);
    look_again(core_.clock.tick_of(next));
  }
  next_failure_ = failures_.next_after(next);
  next_return_ = failures_.next_return(next);
}

void Worker::take_remote() {
  if (core_.take_remote(steps_++) && share_.exchanging() != nullptr) share_.exchanging()->take_notices();
}

Cycle Worker::last_of_window(Cycle next) const {
  return std::min({next + context_.window - 1, context_.stopping.limit(), core_.tally.border(passed_), count_at_ - 1,
                   next_failure_ - 1});
}

void Worker::look_outside(const Status& all) {
  context_.barrier.alone(self_, [&] {
    const Cycle now = core_.clock.cycle;
    asked_to_stop_ = context_.control.stop.load(std::memory_order_relaxed);
    asked_to_save_ = context_.plan.checkpoint != nullptr && context_.plan.checkpoint->due();
    if (asked_to_stop_ || !context_.control.progress) return;
    context_.control.progress(now, context_.stopping.fraction(now, context_.workload), all.in_network);
  });
}

void Worker::pass_borders(Cycle next) {
  for (; next > core_.tally.border(passed_); ++passed_) {
    context_.barrier.alone(self_, [&] {
      core_.tally.pass_border(passed_, context_.workload);
      if (passed_ == 0) shared_.state.clear_carried(core_.clock.tick_of(core_.tally.first()));
    });
  }
}

}  // namespace fsin::engine::event
