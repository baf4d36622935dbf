// SPDX-License-Identifier: Apache-2.0
// One thread of a run, or the only one: takes its part of the network from one cycle in which something happens to the
// next. All threads agree on which that is, and on when to stop, from the same numbers (crew.hpp).
#pragma once

#include <exception>
#include <functional>
#include <utility>

#include "fsin/engine/event/core_cycle.hpp"
#include "fsin/engine/event/office.hpp"
#include "fsin/engine/event/visitor.hpp"
#include "fsin/engine/stopping.hpp"

namespace fsin::engine::event {

/// What the threads of a run share beside the network.
struct Course {
  Course(unsigned threads, unsigned first_thread, Stopping the_stopping, workload::Workload& the_workload,
         const RunPlan& the_plan, Control& the_control)
      : crew(threads, first_thread),
        stopping(the_stopping),
        workload(the_workload),
        plan(the_plan),
        control(the_control) {}

  Crew crew;
  Office* office = nullptr;  ///< where there are several processes
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
  Worker(Shared& shared, Course& course, unsigned self, Algorithm algorithm, const topology::Topology& topology,
         workload::Share& share, const DeliveryLog& on_delivery)
      : core_(shared, self, topology, share, course.plan, on_delivery),
        visitor_(core_, algorithm),
        shared_(shared),
        course_(course),
        self_(self),
        look_every_(course.plan.look_every.value_or(core_.large() ? 64 : 4096)) {
    core_.start(course.workload);
  }

  void run() {
    while (step()) {
    }
    if (!failure_) core_.flush_deliveries(std::max(ending_.cycles, core_.now()));
  }

  void save(ByteWriter& out) const {
    core_.save(out);
    out(passed_, steps_);
  }
  void load(ByteReader& in) {
    core_.load(in);
    in(passed_, steps_);
  }

  Core& core() { return core_; }
  std::vector<WaitingHeader> waiting_headers() { return visitor_.waiting_headers(); }
  const Ending& ending() const { return ending_; }
  std::exception_ptr failure() const { return failure_; }
  bool broken_elsewhere() const { return broken_elsewhere_; }

 private:
  /// First what all threads do alike, then what this one does alone, which may fail: at the next meeting the others
  /// hear.
  bool step() {
    Standing mine = core_.standing();
    mine.broken = failure_ != nullptr;
    mine.stop = mine.stop || asked_to_stop_;
    mine.save = std::exchange(asked_to_save_, false);
    const Standing all = course_.office == nullptr ? course_.crew.agree(self_, steps_, mine)
                                                   : course_.office->agree(steps_, mine, core_.packets);
    broken_elsewhere_ = all.broken && !failure_;
    if (course_.save && !all.broken && (all.save || all.stop)) {
      course_.crew.alone(self_, [&] { course_.save(core_.now()); });
    }
    if (all.broken || all.stop) return finish(stats::Outcome::interrupted, core_.now());
    if (all.outstanding == 0) return finish(stats::Outcome::finished, core_.now() + 1);
    try {
      if (!prepare(all)) return false;
      take_window(all.next);
    } catch (...) {
      failure_ = std::current_exception();
    }
    return true;
  }

  /// False: the run ends before the next cycle.
  bool prepare(const Standing& all) {
    if (steps_ != 0 && steps_ % look_every_ == 0) look_outside(all);
    if (const auto end = course_.stopping.before(all.next, all.progress, all.in_network)) {
      pass_borders(end->cycle);
      return finish(end->outcome, end->cycle);
    }
    pass_borders(all.next);
    if (const Cycle by = core_.origin_lags_by(all.next)) {
      visitor_.look_back_everywhere();
      course_.crew.alone(self_, [&] { move_origin(shared_, by); });
      core_.move_origin(by);
    }
    return true;
  }

  void take_window(Cycle next) {
    core_.take_mail(steps_++);
    const Cycle last = last_of_window(next);
    for (; next <= last; next = core_.next_cycle()) take_cycle(next);
    core_.advance_to(last);
  }

  /// Not beyond the end of the run, nor over the border of the measured window or of its second half.
  Cycle last_of_window(Cycle next) const {
    return std::min({next + course_.window - 1, course_.stopping.limit(), core_.tally.border(passed_)});
  }

  void take_cycle(Cycle next) {
    core_.advance_to(next);
    core_.serve_nodes(visitor_);
    core_.serve_routers(visitor_);
  }

  /// Now and then: has somebody asked to stop, does somebody want to know how far we are? All end at the next meeting.
  void look_outside(const Standing& all) {
    course_.crew.alone(self_, [&] {
      const Cycle now = core_.now();
      asked_to_stop_ = course_.control.stop.load(std::memory_order_relaxed);
      asked_to_save_ = course_.plan.checkpoint != nullptr && course_.plan.checkpoint->due();
      if (asked_to_stop_ || !course_.control.progress) return;
      course_.control.progress(now, course_.stopping.fraction(now, course_.workload), all.in_network);
    });
  }

  /// Those before cycle `next`, up to which nothing more happens.
  void pass_borders(Cycle next) {
    for (; next > core_.tally.border(passed_); ++passed_) {
      course_.crew.alone(self_, [&] {
        core_.tally.pass_border(passed_, course_.workload);
        if (passed_ == 0) shared_.state.clear_carried(core_.tick_of(core_.tally.first()));
      });
    }
  }

  bool finish(stats::Outcome outcome, Cycle cycles) {
    ending_ = {outcome, cycles};
    return false;
  }

  Core core_;
  Visitor<Algorithm, one_word> visitor_;
  Shared& shared_;
  Course& course_;
  unsigned self_;
  std::uint64_t look_every_;
  unsigned passed_ = 0;  ///< borders of the tally
  bool asked_to_stop_ = false;
  bool asked_to_save_ = false;
  bool broken_elsewhere_ = false;
  std::uint64_t steps_ = 0;
  Ending ending_;
  std::exception_ptr failure_;
};

}  // namespace fsin::engine::event
