// SPDX-License-Identifier: Apache-2.0
// A run of the event engine: divides the network, sets the threads going, and puts their books together.
#include "fsin/engine/event/run_event.hpp"

#include <time.h>

#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "fsin/engine/algorithms.hpp"
#include "fsin/engine/event/worker.hpp"

namespace fsin::engine::event {
namespace {

/// A run divided among as many threads as asked for, or as can be.
struct Division {
  Parts parts;
  std::vector<workload::Share*> shares;
};

Division divide(const topology::Topology& topology, workload::Workload& workload, unsigned wanted) {
  const auto most = static_cast<unsigned>(std::min<std::size_t>(topology.graph.routers(), most_threads));
  const unsigned threads = std::clamp(wanted, 1U, most);
  if (threads > 1) {
    Parts parts(topology, threads);
    auto shares = workload.divide(parts.of_nodes(), threads);
    if (!shares.empty()) return {std::move(parts), std::move(shares)};
  }
  return {Parts(topology, 1), {&workload}};
}

double thread_cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

/// One at a time.
DeliveryLog in_turn(const DeliveryLog& log, std::mutex& turn) {
  if (!log) return {};
  return [&log, &turn](const PacketLog& packet) {
    const std::lock_guard lock(turn);
    log(packet);
  };
}

template <class Algorithm, bool one_word>
class Run {
 public:
  using Thread = Worker<Algorithm, one_word>;

  Run(Algorithm algorithm, const Design& design, const Rules& rules, const topology::Topology& topology,
      workload::Workload& workload, const RunPlan& plan, Control& control, Division division)
      : shared_(rules, topology, std::move(division.parts)),
        log_(division.shares.size() == 1 ? control.on_delivery : in_turn(control.on_delivery, turn_)),
        course_(shared_.parts.count(), Stopping(plan, rules, plan.last()), workload, plan, control),
        topology_(topology) {
    for (unsigned i = 0; i < shared_.parts.count(); ++i) {
      workers_.push_back(
          std::make_unique<Thread>(shared_, course_, i, algorithm, design, topology, *division.shares[i], log_));
    }
  }

  stats::RunTotals run() {
    std::vector<std::jthread> helpers;
    std::vector<double> cpu_s(workers_.size());
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      helpers.emplace_back([worker = workers_[i].get(), &used = cpu_s[i]] {
        worker->run();
        used = thread_cpu_seconds();
      });
    }
    workers_[0]->run();
    helpers.clear();
    course_.control.threads = shared_.parts.count();
    course_.control.helpers_cpu_s = std::accumulate(cpu_s.begin(), cpu_s.end(), 0.0);
    for (const auto& worker : workers_) {
      if (worker->failure()) std::rethrow_exception(worker->failure());
    }
    return close();
  }

 private:
  stats::RunTotals close() {
    workload::Workload& workload = course_.workload;
    Tally& tally = workers_[0]->core().tally;
    for (std::size_t i = 1; i < workers_.size(); ++i) tally.merge(workers_[i]->core().tally);
    Ending ending = workers_[0]->ending();
    if (ending.outcome == stats::Outcome::deadlock) {
      tally.totals().diagnosis =
          diagnose(workers_[0]->waiting_headers(), shared_.rules, topology_, workload.explain_wait(12));
    }
    tally.totals().failure = workload.failure();
    if (!workload.failure().empty()) ending.outcome = stats::Outcome::interrupted;
    const bool keep = course_.plan.link_loads;
    if (keep) tally.totals().links.reserve(topology_.graph.links());
    shared_.state.for_each_link([&](std::uint32_t router, unsigned p, std::uint32_t next, std::uint64_t carried) {
      const std::uint64_t phits = tally.has_window(ending.cycles) ? carried : 0;
      tally.totals().count_link({RouterId(router), p, RouterId(next), phits}, keep);
    });
    return tally.close(ending.outcome, ending.cycles, workload);
  }

  Shared shared_;
  std::mutex turn_;
  DeliveryLog log_;
  Course course_;
  const topology::Topology& topology_;
  std::vector<std::unique_ptr<Thread>> workers_;
};

}  // namespace

stats::RunTotals run_event(const Design& design, const Rules& rules, const topology::Topology& topology,
                           workload::Workload& workload, const RunPlan& plan, Control& control) {
  Division division = divide(topology, workload, plan.threads);
  return with_algorithm(design, topology, [&](auto algorithm) {
    using Algorithm = decltype(algorithm);
    if (rules.queues <= 64) {
      return Run<Algorithm, true>(algorithm, design, rules, topology, workload, plan, control, std::move(division))
          .run();
    }
    return Run<Algorithm, false>(algorithm, design, rules, topology, workload, plan, control, std::move(division))
        .run();
  });
}

}  // namespace fsin::engine::event
