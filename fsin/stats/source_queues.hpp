// SPDX-License-Identifier: Apache-2.0
// The queues at the sources of a run, one by one, as balance.cpp judges the load by them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "fsin/stats/confidence.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::stats {

inline constexpr double least_made = 0.95;    ///< fraction of the requested load that stalling sources must generate
inline constexpr double most_busy = 1.0 / 8;  ///< fraction of the window for which a queue may lack an empty moment

/// A normal variable is above this with the probability p.
inline double normal_above(double p) { return student_quantile(1 - 2 * p, 1e9); }

/// Phits a cycle that a queue is asked for, where that is known.
inline std::optional<double> rate_of(const workload::QueueAccount& queues, std::size_t queue) {
  if (queue >= queues.rates.size()) return std::nullopt;
  return static_cast<double>(queues.rates[queue]);
}

inline double made_in(const workload::QueueAccount& queues, std::size_t queue, std::size_t from) {
  return static_cast<double>(queues.marks[workload::QueueAccount::end][queue].made - queues.marks[from][queue].made);
}

/// The queues at the sources, one by one.
class Queues {
 public:
  explicit Queues(const RunRecord& run)
      : run_(run), queues_(run.queues), cycles_(static_cast<double>(run.totals.measured_cycles)) {
    std::size_t active = 0;
    for (std::size_t q = 0; q < queues_.queues(); ++q)
      active += made_in(queues_, q, workload::QueueAccount::opening) > 0 ? 1U : 0U;
    const double each = error / static_cast<double>(std::max<std::size_t>(active, 1));
    most_ = normal_above(each / 2);
    least_ = normal_above(each);
  }

  /// The queue that shows most clearly that more is offered than gets through.
  std::optional<std::size_t> overloaded() const {
    return worst([&](std::size_t q) {
      return std::min(excess(q, workload::QueueAccount::opening), excess(q, workload::QueueAccount::middle));
    });
  }
  /// The same of a source that stalls, which generates less than it is asked for.
  std::optional<std::size_t> short_of(double less_sure = 0) const {
    return worst([&](std::size_t q) {
      return std::min(shortage(q, workload::QueueAccount::opening), shortage(q, workload::QueueAccount::middle)) -
             (least_ - less_sure);
    });
  }
  /// The queue that was longest without an empty moment, where that is too long.
  std::optional<std::size_t> busy() const {
    return worst([&](std::size_t q) { return static_cast<double>(queues_.busiest[q]) - most_busy * cycles_; });
  }

  /// A queue was busy for too long and grew, in the window and in its second half, by more than one deviation of a
  /// walk.
  bool leans_to_growth() const {
    return worst([&](std::size_t q) {
             const double grown =
                 std::min(excess(q, workload::QueueAccount::opening), excess(q, workload::QueueAccount::middle)) +
                 most_ - 1;
             return static_cast<double>(queues_.busiest[q]) > most_busy * cycles_ ? grown : 0;
           })
        .has_value();
  }

  std::string name_of(std::size_t queue) const {
    const std::string node = fmt::format("node {}", queue % std::max<std::uint32_t>(queues_.nodes, 1));
    return queue < queues_.nodes ? node : "the messages that packets trigger at " + node;
  }

 private:
  static constexpr double error = 0.00135;  ///< probability that a normal variable is above three deviations

  template <class Of>
  std::optional<std::size_t> worst(Of of) const {
    std::optional<std::size_t> found;
    double most = 0;
    for (std::size_t q = 0; q < queues_.queues(); ++q) {
      const double value = of(q);
      if (value <= most) continue;
      most = value;
      found = q;
    }
    return found;
  }

  double length(std::size_t from) const {
    return from == workload::QueueAccount::opening ? cycles_ : cycles_ - std::floor(cycles_ / 2);
  }
  double rate(std::size_t q) const {
    return rate_of(queues_, q).value_or(made_in(queues_, q, workload::QueueAccount::opening) / cycles_);
  }
  double sigma(std::size_t q, std::size_t from) const {
    return std::sqrt(std::max(run_.sources->dispersion * rate(q) * length(from), 1e-9));
  }

  /// Deviations by which the queue grew beyond what chance explains; far below 0 where as much entered as is asked for.
  double excess(std::size_t q, std::size_t from) const {
    const double grown = static_cast<double>(queues_.marks[workload::QueueAccount::end][q].waiting) -
                         static_cast<double>(queues_.marks[from][q].waiting);
    const double swing = run_.sources->time.swing * rate(q);
    const double entered = made_in(queues_, q, from) - grown;
    if (rate_of(queues_, q) && entered >= rate(q) * length(from) + swing) return -most_;
    return (grown - swing) / sigma(q, from) - most_;
  }
  double shortage(std::size_t q, std::size_t from) const {
    if (!rate_of(queues_, q)) return -most_;
    const double asked = rate(q) * length(from), swing = run_.sources->time.swing * rate(q);
    return (least_made * asked - swing - made_in(queues_, q, from)) / sigma(q, from);
  }
  const RunRecord& run_;
  const workload::QueueAccount& queues_;
  double cycles_;
  double most_ = 0;   ///< deviations that one of the queues exceeds by chance once in 740 runs, on either side
  double least_ = 0;  ///< on one side
};

}  // namespace fsin::stats
