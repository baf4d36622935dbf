// SPDX-License-Identifier: Apache-2.0
// One thread of a run, or the only one: takes its part of the network from one cycle in which something happens to the
// next. All threads agree on which that is, and on when to stop, from the same numbers (barrier.hpp).
#pragma once

#include <exception>
#include <functional>
#include <utility>

#include "fsin/engine/event/barrier.hpp"
#include "fsin/engine/event/node_phase.hpp"
#include "fsin/engine/event/process_exchange.hpp"
#include "fsin/engine/event/router_phase.hpp"
#include "fsin/engine/event/visitor.hpp"
#include "fsin/engine/stopping.hpp"

namespace fsin::engine::event {

/// What the threads of a run share beside the network.
struct RunContext {
  RunContext(unsigned threads, unsigned first_thread, Stopping the_stopping, workload::Workload& the_workload,
             const RunPlan& the_plan, Control& the_control)
      : barrier(threads, first_thread),
        stopping(the_stopping),
        workload(the_workload),
        plan(the_plan),
        control(the_control) {}

  Barrier barrier;
  ProcessExchange* exchange = nullptr;  ///< where there are several processes
  /// Cycles between two meetings. What one part does to another takes as many cycles to get there.
  Cycle window = 1;
  Stopping stopping;
  workload::Workload& workload;
  const RunPlan& plan;
  Control& control;
  std::function<void(Cycle)> save;  ///< the whole run; where checkpoints are wanted
};

struct Ending {
  stats::Outcome outcome = stats::Outcome::finished;
  Cycle cycles = 0;
};

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Worker {
 public:
  Worker(Shared& shared, RunContext& context, unsigned self, Algorithm algorithm, const topology::Topology& topology,
         workload::Share& share, const DeliveryLog& on_delivery)
      : core_(shared, self, topology, context.plan, on_delivery),
        routers_(core_, looks_around ? std::optional(no_tiles) : context.plan.tile_shift),
        nodes_(core_, share, routers_.tiled()),
        visitor_(core_, algorithm),
        failures_(topology.failures),
        next_failure_(failures_.first()),
        shared_(shared),
        context_(context),
        share_(share),
        self_(self),
        look_every_(context.plan.look_every.value_or(routers_.tiled() ? 64 : 4096)) {
    nodes_.plan_first_polls(context.workload);
    if (core_.rules.congestion.counts()) count_at_ = 1;
  }

  void run() {
    while (step()) {
    }
    if (failure_) return;
    // A workload ends with the cycle that was simulated last; a run that is stopped, in a cycle in which nothing may
    // have happened.
    nodes_.flush_deliveries(workload_ended_ ? core_.clock.cycle : std::max(ending_.cycles, core_.clock.cycle));
  }

  void save(ByteWriter& out) const {
    core_.save(out);
    out(passed_, steps_, count_at_, nodes_.closed(), next_failure_);
  }
  void load(ByteReader& in) {
    core_.load(in);
    bool closed = false;
    in(passed_, steps_, count_at_, closed, next_failure_);
    nodes_.close(closed, count_at_);
  }

  Core& core() { return core_; }
  std::vector<WaitingHeader> waiting_headers() { return visitor_.waiting_headers(); }
  std::vector<std::uint32_t> silenced() const { return nodes_.silenced(); }
  const Ending& ending() const { return ending_; }
  std::exception_ptr failure() const { return failure_; }
  bool broken_elsewhere() const { return broken_elsewhere_; }

 private:
  static constexpr bool looks_around = routing::LookingAround<Algorithm>;
  static constexpr unsigned no_tiles = 32;

  /// First what all threads do alike, then what this one does alone, which may fail: at the next meeting the others
  /// hear.
  bool step() {
    const Status mine{.next = core_.next_cycle(),
                      .progress = core_.progress,
                      .in_network = core_.tally.in_network(),
                      .outstanding = share_.outstanding(),
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
    try {
      const Cycle next = std::min(all.next, next_failure_);
      if (!prepare(all, next)) return false;
      take_window(next);
    } catch (...) {
      failure_ = std::current_exception();
    }
    return true;
  }

  /// False: the run ends before cycle `next`. Something fails in a cycle that is looked at, whether anything else
  /// happens in it or not.
  bool prepare(const Status& all, Cycle next) {
    if (steps_ != 0 && steps_ % look_every_ == 0) look_outside(all);
    const auto end = context_.stopping.before(all.next, all.progress, all.in_network);
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
      visitor_.look_back_everywhere();
      const Clock& clock = core_.clock;
      context_.barrier.alone(self_, [&] {
        // An empty network in which nothing moves any more is dated back to the last cycle in which something did.
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

  /// What fails in the next cycle, of this part.
  void fail_in(Cycle next) {
    for (const topology::FailedLink& link : failures_.links) {
      if (link.since != next || !core_.owns(link.router.value)) continue;
      visitor_.fail(link.router.value, link.port, core_.clock.tick_of(next));
    }
    for (const topology::FailedRouter& router : failures_.routers) {
      const bool node = router.router.index() < core_.tally.totals().node_phits_delivered.size();
      if (router.since == next && node && core_.owns(router.router.value)) nodes_.fail(router.router.value);
    }
    next_failure_ = failures_.next_after(next);
  }

  void take_window(Cycle next) {
    if constexpr (looks_around) return take_in_step(next);
    take_remote();
    const Cycle last = last_of_window(next);
    for (; next <= last; next = core_.schedule.next()) take_cycle(next);
    core_.clock.advance_to(last);
  }

  void take_remote() {
    if (core_.take_remote(steps_++) && share_.exchanging() != nullptr) share_.exchanging()->take_notices();
  }

  /// A cycle of an algorithm that looks around: while headers decide, all threads have applied the events of the cycle,
  /// and none visits a router. A thread that has failed comes to the meetings all the same.
  void take_in_step(Cycle next) {
    attempt([&] {
      take_remote();
      core_.clock.advance_to(next);
      nodes_.serve(visitor_);
      routers_.apply_events(visitor_);
    });
    context_.barrier.meet();
    attempt([&] { routers_.decide(visitor_); });
    context_.barrier.meet();
    attempt([&] { routers_.visit(visitor_); });
  }
  template <class Work>
  void attempt(Work work) {
    if (failure_) return;
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  /// Not beyond the end of the run, nor into a cycle in which packets are counted or something fails, nor over the
  /// border of the measured window or of its second half.
  Cycle last_of_window(Cycle next) const {
    return std::min({next + context_.window - 1, context_.stopping.limit(), core_.tally.border(passed_), count_at_ - 1,
                     next_failure_ - 1});
  }

  void take_cycle(Cycle next) {
    core_.clock.advance_to(next);
    nodes_.serve(visitor_);
    routers_.serve(visitor_);
  }

  /// Now and then: has somebody asked to stop, does somebody want to know how far we are? All end at the next meeting.
  void look_outside(const Status& all) {
    context_.barrier.alone(self_, [&] {
      const Cycle now = core_.clock.cycle;
      asked_to_stop_ = context_.control.stop.load(std::memory_order_relaxed);
      asked_to_save_ = context_.plan.checkpoint != nullptr && context_.plan.checkpoint->due();
      if (asked_to_stop_ || !context_.control.progress) return;
      context_.control.progress(now, context_.stopping.fraction(now, context_.workload), all.in_network);
    });
  }

  /// Those before cycle `next`, up to which nothing more happens.
  void pass_borders(Cycle next) {
    for (; next > core_.tally.border(passed_); ++passed_) {
      context_.barrier.alone(self_, [&] {
        core_.tally.pass_border(passed_, context_.workload);
        if (passed_ == 0) shared_.state.clear_carried(core_.clock.tick_of(core_.tally.first()));
      });
    }
  }

  bool finish(stats::Outcome outcome, Cycle cycles) {
    ending_ = {outcome, cycles};
    return false;
  }

  Core core_;
  RouterPhase routers_;
  NodePhase nodes_;
  Visitor<Algorithm, one_word> visitor_;
  const topology::Failures& failures_;
  Cycle next_failure_;  ///< what fails before this cycle has failed
  Shared& shared_;
  RunContext& context_;
  workload::Share& share_;
  unsigned self_;
  std::uint64_t look_every_;
  Cycle count_at_ = never;  ///< the next cycle in which the packets in the network are counted
  unsigned passed_ = 0;     ///< borders of the tally
  bool asked_to_stop_ = false;
  bool asked_to_save_ = false;
  bool broken_elsewhere_ = false;
  bool workload_ended_ = false;
  std::uint64_t steps_ = 0;
  Ending ending_;
  std::exception_ptr failure_;
};

}  // namespace fsin::engine::event
