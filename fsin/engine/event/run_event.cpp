// SPDX-License-Identifier: Apache-2.0
// The clock of the event engine: jumps from one cycle in which something happens to the next.
#include "fsin/engine/event/run_event.hpp"

#include "fsin/engine/algorithms.hpp"
#include "fsin/engine/event/visitor.hpp"
#include "fsin/engine/stopping.hpp"

namespace fsin::engine::event {
namespace {

template <class Algorithm, bool one_word>
class Run {
 public:
  Run(Algorithm algorithm, const Design& design, const Rules& rules, const topology::Topology& topology,
      workload::Workload& workload, const RunPlan& plan, Control& control)
      : core_(rules, topology, make_route_maker(design, topology), workload, plan, control),
        visitor_(core_, algorithm, topology),
        stopping_(plan, rules, core_.tally.last()),
        topology_(topology),
        workload_(workload),
        plan_(plan),
        control_(control) {}

  stats::RunTotals run() {
    core_.start();
    if (plan_.warmup == 0) open_window();
    if (workload_.finished()) return core_.tally.close(outcome_, 1, workload_);  // it had nothing to do
    while (step()) {
    }
    core_.flush_deliveries(std::max(end_, core_.now()));
    return close();
  }

 private:
  bool step() {
    const Cycle next = core_.next_cycle();
    if (const auto end = stopping_.before(next, core_.last_progress(), core_.tally.in_network())) {
      if (!opened_ && end->cycle >= core_.tally.first()) open_window();
      outcome_ = end->outcome;
      end_ = end->cycle;
      return false;
    }
    if (!opened_ && next >= core_.tally.first()) open_window();
    core_.advance_to(next);
    core_.serve_nodes();
    core_.serve_routers([this](const std::vector<std::uint32_t>& routers) { visit_all(routers); });
    if (workload_.finished()) return finish(stats::Outcome::finished, core_.now() + 1);
    if (++steps_ % 4096 == 0) return look_outside();
    return true;
  }

  void visit_all(const std::vector<std::uint32_t>& routers) {
    for (const std::uint32_t router : routers) visitor_.visit(router);
  }

  /// Now and then: has somebody asked to stop, does somebody want to know how far we are?
  bool look_outside() {
    if (control_.stop.load(std::memory_order_relaxed)) return finish(stats::Outcome::interrupted, core_.now());
    if (!workload_.failure().empty()) return finish(stats::Outcome::interrupted, core_.now());
    if (control_.progress) {
      control_.progress(core_.now(), stopping_.fraction(core_.now(), workload_), core_.tally.in_network());
    }
    return true;
  }

  bool finish(stats::Outcome outcome, Cycle cycles) {
    outcome_ = outcome;
    end_ = cycles;
    return false;
  }

  void open_window() {
    opened_ = true;
    core_.tally.window_opens(workload_);
    core_.state.clear_carried();
  }

  stats::RunTotals close() {
    if (outcome_ == stats::Outcome::deadlock) {
      core_.tally.totals().diagnosis =
          diagnose(visitor_.waiting_headers(), core_.rules, topology_, workload_.explain_wait(12));
    }
    core_.tally.totals().failure = workload_.failure();
    if (!workload_.failure().empty()) outcome_ = stats::Outcome::interrupted;
    if (plan_.link_loads) core_.tally.totals().links.reserve(topology_.graph.links());
    core_.state.for_each_link([&](std::uint32_t router, unsigned p, std::uint32_t next, std::uint64_t carried) {
      const std::uint64_t phits = core_.tally.has_window(end_) ? carried : 0;
      core_.tally.totals().count_link({RouterId(router), p, RouterId(next), phits}, plan_.link_loads);
    });
    return core_.tally.close(outcome_, end_, workload_);
  }

  Core core_;
  Visitor<Algorithm, one_word> visitor_;
  Stopping stopping_;
  const topology::Topology& topology_;
  workload::Workload& workload_;
  const RunPlan& plan_;
  Control& control_;
  bool opened_ = false;
  std::uint64_t steps_ = 0;
  stats::Outcome outcome_ = stats::Outcome::finished;
  Cycle end_ = 0;
};

}  // namespace

stats::RunTotals run_event(const Design& design, const Rules& rules, const topology::Topology& topology,
                           workload::Workload& workload, const RunPlan& plan, Control& control) {
  return with_algorithm(design, topology, [&](auto algorithm) {
    using Algorithm = decltype(algorithm);
    if (rules.queues <= 64) {
      return Run<Algorithm, true>(algorithm, design, rules, topology, workload, plan, control).run();
    }
    return Run<Algorithm, false>(algorithm, design, rules, topology, workload, plan, control).run();
  });
}

}  // namespace fsin::engine::event
