// SPDX-License-Identifier: Apache-2.0
// One thread of a run, or the only one: advances its part of the network from one cycle in which something happens to
// the next. All threads agree on that cycle, and on when to stop, from the same numbers (barrier.hpp).
//
// The work of a cycle is compiled for each routing algorithm (algorithm_worker.hpp), all else once.
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

/// Objects shared by the threads of a run besides the network.
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
  ProcessExchange* exchange = nullptr;  ///< used with several processes
  /// Cycles between two meetings. An effect of one part on another takes at least as many cycles to arrive.
  Cycle window = 1;
  Stopping stopping;
  const routing::Walker& algorithm;
  workload::Workload& workload;
  const RunPlan& plan;
  Control& control;
  std::function<void(Cycle)> save;  ///< saves the whole run; used if checkpoints are wanted
};

struct Ending {
  stats::Outcome outcome = stats::Outcome::finished;
  Cycle cycles = 0;
};

class Worker {
 public:
  /// Sets up the thread. `looks_around`: routing::LookingAround of the algorithm. All other arguments outlive this
  /// object.
  Worker(Shared& shared, RunContext& context, unsigned self, bool looks_around, const topology::Topology& topology,
         workload::Share& share, const DeliveryLog& on_delivery);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  virtual ~Worker() = default;

  void run();

  void save(ByteWriter& out) const;
  void load(ByteReader& in);

  Core& core() { return core_; }
  /// The headers of this part that wait for an output, and their obstacles.
  std::vector<WaitingHeader> waiting_headers();
  std::vector<std::uint32_t> silenced() const { return nodes_.silenced(); }
  const Ending& ending() const { return ending_; }
  /// The run has ended because nothing can end the waits of its workload, whatever else moves (Share::moving).
  bool workload_stands_still() const { return workload_stands_still_; }
  std::exception_ptr failure() const { return failure_; }
  bool broken_elsewhere() const { return broken_elsewhere_; }

 protected:
  /// Simulates the cycles of a window; `next` is the first in which something happens.
  virtual void take_window(Cycle next) = 0;
  /// Fails the link at an output port: no header is granted a channel of it from tick `from` on, a later one.
  virtual void fail_link(std::uint32_t router, unsigned port, Tick from) = 0;
  /// Brings such a link back: headers are granted its channels again from tick `from` on.
  virtual void restore_link(std::uint32_t router, unsigned port, Tick from) = 0;
  /// Reconstructs all skipped requests before ticks are shifted.
  virtual void look_back_everywhere() = 0;
  /// The algorithm follows the tables of a phase from now on.
  virtual void enter(unsigned phase) = 0;
  /// Headers that wait look again where they may go, in tick `from`, that of the cycle to be served next.
  virtual void look_again(Tick from) = 0;

  void take_remote();
  /// Last cycle of the window that begins in `next`: not beyond the end of the run, nor in a cycle in which packets are
  /// counted or something fails, nor over the border of the measured window or of its second half.
  Cycle last_of_window(Cycle next) const;
  /// Does work between two meetings within a cycle. A thread that has failed still comes to the meetings.
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

  /// Advances to the next cycle: first the steps that all threads do alike, then those of this one alone, which may
  /// fail; the others learn of a failure at the next meeting.
  bool step();
  /// Prepares cycle `next`; false if the run ends before it. The cycle of a failure is served, whether anything else
  /// happens in it or not.
  bool prepare(const Status& all, Cycle next);
  /// Fails the links and routers of this part that are due in cycle `next`, and brings back those that are.
  void fail_in(Cycle next);
  /// Checks from time to time for a request to stop, for progress or for a checkpoint. All threads learn of a stop at
  /// the next meeting.
  void look_outside(const Status& all);
  /// Records the borders of the tally that lie before cycle `next`, up to which nothing more happens.
  void pass_borders(Cycle next);
  bool finish(stats::Outcome outcome, Cycle cycles) {
    ending_ = {outcome, cycles};
    return false;
  }

  Core core_;
  RouterPhase routers_;
  NodePhase nodes_;
  const topology::Failures& failures_;
  const Cycle last_return_;  ///< cycle in which the last thing that has failed comes back or tables change
  Cycle next_failure_;       ///< cycle of the next failure, return or reroute; all earlier ones have been applied
  Cycle next_return_;        ///< cycle of the next return or reroute
  Shared& shared_;
  RunContext& context_;
  workload::Share& share_;
  unsigned self_;
  std::uint64_t look_every_;
  Cycle count_at_ = never;  ///< next cycle in which the packets in the network are counted
  unsigned passed_ = 0;     ///< borders of the tally that have been passed
  bool asked_to_stop_ = false;
  bool asked_to_save_ = false;
  bool broken_elsewhere_ = false;
  bool workload_ended_ = false;
  bool workload_stands_still_ = false;
  std::uint64_t steps_ = 0;
  Ending ending_;
  std::exception_ptr failure_;
};

}  // namespace fsin::engine::event
