// SPDX-License-Identifier: Apache-2.0
// One thread of a run, or the only one: takes its part of the network from one cycle in which something happens to the
// next. All threads agree on which that is, and on when to stop, from the same numbers (barrier.hpp).
//
// What is done in a cycle is compiled for each routing algorithm (algorithm_worker.hpp), all else once.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <vector>

#include "fsin/engine/event/barrier.hpp"
#include "fsin/engine/event/node_phase.hpp"
#include "fsin/engine/event/process_exchange.hpp"
#include "fsin/engine/event/router_phase.hpp"
#include "fsin/engine/stopping.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::engine::event {

/// What the threads of a run share beside the network.
struct RunContext {
  RunContext(unsigned threads, unsigned first_thread, Stopping the_stopping, const routing::Walker& the_algorithm,
             workload::Workload& the_workload, const RunPlan& the_plan, Control& the_control)
      : barrier(threads, first_thread),
        stopping(the_stopping),
        algorithm(the_algorithm),
        workload(the_workload),
        plan(the_plan),
        control(the_control) {}

  Barrier barrier;
  ProcessExchange* exchange = nullptr;  ///< where there are several processes
  /// Cycles between two meetings. What one part does to another takes as many cycles to get there.
  Cycle window = 1;
  Stopping stopping;
  const routing::Walker& algorithm;
  workload::Workload& workload;
  const RunPlan& plan;
  Control& control;
  std::function<void(Cycle)> save;  ///< the whole run; where checkpoints are wanted
};

struct Ending {
  stats::Outcome outcome = stats::Outcome::finished;
  Cycle cycles = 0;
};

class Worker {
 public:
  /// `looks_around`: routing::LookingAround of the algorithm. All else outlives this object.
  Worker(Shared& shared, RunContext& context, unsigned self, bool looks_around, const topology::Topology& topology,
         workload::Share& share, const DeliveryLog& on_delivery);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  virtual ~Worker() = default;

  void run();

  void save(ByteWriter& out) const;
  void load(ByteReader& in);

  Core& core() { return core_; }
  /// Headers of this part that wait for an output, and for what.
  std::vector<WaitingHeader> waiting_headers();
  std::vector<std::uint32_t> silenced() const { return nodes_.silenced(); }
  const Ending& ending() const { return ending_; }
  std::exception_ptr failure() const { return failure_; }
  bool broken_elsewhere() const { return broken_elsewhere_; }

 protected:
  /// The cycles of a window, of which `next` is the first in which something happens.
  virtual void take_window(Cycle next) = 0;
  /// The link at an output port fails: nobody is granted a channel of it from tick `from` on, which is to come.
  virtual void fail_link(std::uint32_t router, unsigned port, Tick from) = 0;
  /// Before ticks are shifted: nothing that was skipped is left to be looked at.
  virtual void look_back_everywhere() = 0;

  void take_remote();
  /// Not beyond the end of the run, nor into a cycle in which packets are counted or something fails, nor over the
  /// border of the measured window or of its second half.
  Cycle last_of_window(Cycle next) const;
  /// Work between two meetings within a cycle. A thread that has failed comes to the meetings all the same.
  template <class Work>
  void attempt(Work work) {
    if (failure_) return;
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  void meet() { context_.barrier.meet(); }
  RouterPhase& routers() { return routers_; }
  NodePhase& nodes() { return nodes_; }

 private:
  static constexpr unsigned no_tiles = 32;

  /// First what all threads do alike, then what this one does alone, which may fail: at the next meeting the others
  /// hear.
  bool step();
  /// False: the run ends before cycle `next`. Something fails in a cycle that is looked at, whether anything else
  /// happens in it or not.
  bool prepare(const Status& all, Cycle next);
  /// Fails the links and routers of this part whose time cycle `next` is.
  void fail_in(Cycle next);
  /// Now and then: has somebody asked to stop, does somebody want to know how far we are? All end at the next meeting.
  void look_outside(const Status& all);
  /// Passes the borders of the tally before cycle `next`, up to which nothing more happens.
  void pass_borders(Cycle next);
  bool finish(stats::Outcome outcome, Cycle cycles) {
    ending_ = {outcome, cycles};
    return false;
  }

  Core core_;
  RouterPhase routers_;
  NodePhase nodes_;
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
