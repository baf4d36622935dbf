// SPDX-License-Identifier: Apache-2.0
// The times of statements: laws where they have some, else models of the mean, and what share of the time each kind is.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/extrapolation/model.hpp"

namespace trgen::extrapolation {

/// The series of a statement on all ranks that execute it; empty where they have no laws.
template <class Of>
std::optional<SeriesModel> series_of(const std::vector<Seen>& seen, const std::vector<Run>& runs, const Fit& fit,
                                     unsigned least_spare, bool times, Of of) {
  std::vector<SeriesSample> all;
  for (const Seen& each : seen) all.push_back({{&runs[each.run], each.rank, each.rung, each.rungs}, &of(*each.node)});
  return fit_series(all, fit, least_spare, times);
}

class StatementTimes {
 public:
  StatementTimes(const Inputs& inputs, const Fit& fit, unsigned least_spare)
      : in_(inputs), fit_(fit), spare_(least_spare) {
    for (std::uint32_t run = 1; run < in_.runs.size(); ++run) {
      if (in_.runs[run].ranks() > in_.runs[largest_].ranks()) largest_ = run;
    }
  }

  const TimeSummary& summary() const { return summary_; }

  /// A law, or else the mean. `steady`: a law must not vary over executions, as those of a collective are made once,
  /// and means do not. `turns`: the iterations of the innermost loop around, outside of which 0.
  template <class Of, class Turns>
  TimeLaw law(const std::vector<Seen>& seen, Of of, Turns turns, bool steady = false) {
    TimeLaw made;
    made.exact = series_of(seen, in_.runs, fit_, spare_, true,
                           [&](const RankNode& node) -> const structure::SeriesBuilder& { return of(node).series; });
    if (steady && made.exact && !made.exact->is_steady()) made.exact.reset();
    Sums all, first, rest;
    for (const Seen& each : seen) {
      const Times& times = of(*each.node);
      const bool begins = each.rungs > 0 ? each.rung == 0 : turns(each) == 1;
      const bool in_passes = each.rungs == 0 && turns(each) > 1;
      add(each, times.sum, times.count, all);
      add(each,
          in_passes ? times.first_sum
          : begins  ? times.sum
                    : 0,
          in_passes ? times.first_count
          : begins  ? times.count
                    : 0,
          first);
      add(each,
          times.sum - (in_passes ? times.first_sum
                       : begins  ? times.sum
                                 : 0),
          times.count - (in_passes ? times.first_count
                         : begins  ? times.count
                                   : 0),
          rest);
    }
    if (made.exact) {
      summary_.exact_ns += all.in_largest;
      return made;
    }
    made.mean = time_model(all.means.points());
    const std::vector<TimePoint> passes = rest.means.points();
    if (!steady && !first.means.points().empty() && !passes.empty()) {
      const TimeModel begin = time_model(first.means.points());
      const TimeModel other = time_model(passes);
      if (off(begin, first) + off(other, rest) < off(made.mean, all)) {
        account(begin, first);
        account(other, rest);
        made.first = begin;
        made.mean = other;
        return made;
      }
    }
    account(made.mean, all);
    return made;
  }

  /// The mean as a model of the number of ranks.
  template <class Of>
  TimeModel mean(const std::vector<Seen>& seen, Of of) {
    Sums all;
    for (const Seen& each : seen) add(each, of(*each.node).sum, of(*each.node).count, all);
    const TimeModel model = time_model(all.means.points());
    account(model, all);
    return model;
  }

 private:
  /// Means of all runs, and the sum in the largest one.
  struct Sums {
    Means means;
    double in_largest = 0;
  };

  void add(const Seen& seen, double sum, std::uint64_t count, Sums& to) const {
    if (count == 0) return;
    to.means.add(in_.runs[seen.run].ranks(), sum, static_cast<double>(count));
    if (seen.run == largest_) to.in_largest += sum;
  }

  static double off(const TimeModel& model, const Sums& of) { return of.in_largest * model.error.value_or(1); }

  void account(const TimeModel& model, const Sums& of) {
    summary_.modelled_ns += of.in_largest;
    summary_.error_ns += off(model, of);
    summary_.worst_ns += of.in_largest * (model.error ? model.worst : 1);
    if (!model.error || *model.error > most_time_error) summary_.unsupported_ns += of.in_largest;
  }

  const Inputs& in_;
  const Fit& fit_;
  unsigned spare_;
  std::uint32_t largest_ = 0;
  TimeSummary summary_;
};

}  // namespace trgen::extrapolation
