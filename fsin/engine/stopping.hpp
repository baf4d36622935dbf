// SPDX-License-Identifier: Apache-2.0
// Ends of a run other than by its workload: end of the window, cycle limit, deadlock. The same rule for both engines.
#pragma once

#include <algorithm>
#include <optional>

#include "fsin/engine/rules.hpp"
#include "fsin/engine/run_plan.hpp"

namespace fsin::engine {

struct End {
  stats::Outcome outcome;
  Cycle cycle;  ///< number of cycles simulated
};

class Stopping {
 public:
  /// Sets up the rule; `last` is the last cycle of the window, or `never`.
  Stopping(const RunPlan& plan, const Rules& rules, Cycle last)
      : limit_(std::min(plan.max_cycles, last)),
        limit_outcome_(last <= plan.max_cycles ? stats::Outcome::finished : stats::Outcome::cycle_limit),
        runs_to_its_end_(last == never),
        patience_(plan.watchdog + Cycle{rules.packet_phits} * rules.links.slowest + rules.links.longest_delay +
                  rules.credit_delay + rules.router_delay +
                  (plan.background != nullptr ? Cycle{rules.packet_phits} * rules.links.slowest : 0)) {}

  /// The end of the run if it ends before `next`, the next cycle in which anything can happen (`never`: nothing will).
  /// Deadlock: no packet has entered, started a hop or begun to be consumed for `patience` cycles though some are in
  /// the network; or the network is empty, nothing is planned and the workload still waits. (A workload whose waits
  /// nothing can end, although packets move that nobody awaits, says so itself: Share::moving().)
  std::optional<End> before(Cycle next, Cycle last_progress, std::uint64_t in_network) const {
    if (in_network != 0) {
      const Cycle stuck = last_progress + patience_;
      if (next > stuck && stuck <= limit_) return End{stats::Outcome::deadlock, stuck};
    } else if (next == never && runs_to_its_end_) {
      return End{stats::Outcome::deadlock, last_progress};
    }
    if (next > limit_) return End{limit_outcome_, limit_};
    return std::nullopt;
  }

  /// The last cycle that may be simulated.
  Cycle limit() const { return limit_; }

  double fraction(Cycle now, const workload::Accounts& workload) const {
    const double done = workload.progress();
    if (done >= 0 || limit_ == never) return done;
    return static_cast<double>(now) / static_cast<double>(limit_);
  }

 private:
  Cycle limit_;
  stats::Outcome limit_outcome_;
  bool runs_to_its_end_;  ///< the workload decides when the run ends
  Cycle patience_;
};

}  // namespace fsin::engine
