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

  /// A law, or else the mean. `steady`: a law must not vary over executions, as those of a collective are made once.
  template <class Of>
  TimeLaw law(const std::vector<Seen>& seen, Of of, bool steady = false) {
    TimeLaw made;
    made.exact = series_of(seen, in_.runs, fit_, spare_, true,
                           [&](const RankNode& node) -> const structure::SeriesBuilder& { return of(node).series; });
    if (steady && made.exact && !made.exact->is_steady()) made.exact.reset();
    if (made.exact) {
      summary_.exact_ns += in_largest(seen, of);
    } else {
      made.mean = mean(seen, of);
    }
    return made;
  }

  /// The mean as a model of the number of ranks.
  template <class Of>
  TimeModel mean(const std::vector<Seen>& seen, Of of) {
    Means means;
    for (const Seen& each : seen) {
      const Times& all = of(*each.node);
      means.add(in_.runs[each.run].ranks(), all.sum, static_cast<double>(all.count));
    }
    const TimeModel model = time_model(means.points());
    const double total = in_largest(seen, of);
    summary_.modelled_ns += total;
    summary_.error_ns += total * model.error.value_or(1);
    summary_.worst_ns += total * (model.error ? model.worst : 1);
    if (!model.error || *model.error > most_time_error) summary_.unsupported_ns += total;
    return model;
  }

 private:
  template <class Of>
  double in_largest(const std::vector<Seen>& seen, Of of) const {
    double total = 0;
    for (const Seen& each : seen) total += each.run == largest_ ? of(*each.node).sum : 0;
    return total;
  }

  const Inputs& in_;
  const Fit& fit_;
  unsigned spare_;
  std::uint32_t largest_ = 0;
  TimeSummary summary_;
};

}  // namespace trgen::extrapolation
