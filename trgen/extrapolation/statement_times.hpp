// SPDX-License-Identifier: Apache-2.0
// The times of statements: laws where they have some, else models of the mean, and what share of the time each kind is.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "trgen/extrapolation/model.hpp"

namespace trgen::extrapolation {

/// The series of a statement on all ranks that execute it; empty where they have no laws.
template <class Of>
std::optional<SeriesModel> series_of(const std::vector<Seen>& seen, const std::vector<Run>& runs, const Fit& fit,
                                     unsigned least_spare, bool times, Of of) {
  std::vector<SeriesSample> all;
  for (const Seen& each : seen) all.push_back({each.place(runs), &of(*each.node)});
  return fit_series(all, fit, least_spare, times);
}

class StatementTimes {
 public:
  StatementTimes(const Inputs& inputs, const Fit& fit, unsigned least_spare)
      : in_(inputs), fit_(fit), spare_(least_spare) {
    for (std::uint32_t run = 1; run < in_.runs.size(); ++run) {
      if (in_.runs[run].scale() > in_.runs[largest_].scale()) largest_ = run;
    }
  }

  const TimeSummary& summary() const { return summary_; }

  /// A law, or else a spread around a mean. `steady`: a law must not vary over executions, as those of a collective are
  /// made once, and passes are not told apart. `turns`: the iterations of the innermost loop around, outside of which
  /// 0.
  template <class Of, class Turns>
  TimeLaw law(const std::vector<Seen>& seen, Of of, Turns turns, bool steady = false) {
    TimeLaw made;
    made.exact = series_of(seen, in_.runs, fit_, spare_, true,
                           [&](const RankNode& node) -> const structure::SeriesBuilder& { return of(node).series; });
    if (steady && made.exact && !made.exact->is_steady()) made.exact.reset();
    if (made.exact) {
      for (const Seen& each : seen) summary_.exact_ns += each.run == largest_ ? of(*each.node).sum : 0;
      return made;
    }
    std::vector<MeasuredTimes> all;
    for (const Seen& each : seen) {
      const Times& times = of(*each.node);
      const bool in_passes = each.rungs == 0 && turns(each) > 1;
      const bool begins = each.rungs > 0 ? each.rung == 0 : turns(each) == 1;
      all.push_back(measured(each, times,
                             steady      ? Passes::none
                             : in_passes ? Passes::told
                             : begins    ? Passes::all_first
                                         : Passes::none));
    }
    made.varying = fitted(all);
    return made;
  }

  /// The same of times within a collective, whose passes are not told apart.
  template <class Of>
  VaryingTime within(const std::vector<Seen>& seen, Of of) {
    std::vector<MeasuredTimes> all;
    for (const Seen& each : seen) {
      const Times& times = of(*each.node);
      if (times.count > 0) all.push_back(measured(each, times, Passes::none));
    }
    return all.empty() ? VaryingTime{} : fitted(all);
  }

 private:
  enum class Passes : std::uint8_t {
    none,       ///< there are none, or they are not told apart
    told,       ///< the first pass of the innermost loop is told from others
    all_first,  ///< each execution is the first one of a pass
  };

  MeasuredTimes measured(const Seen& seen, const Times& times, Passes passes) const {
    MeasuredTimes made{.at = seen.place(in_.runs), .run = seen.run, .groups = {}};
    auto& [very_first, first, other] = made.groups;
    first = {times.first_sum, static_cast<double>(times.first_count), times.first.all()};
    other = {times.sum - times.first_sum, static_cast<double>(times.count - times.first_count), times.rest.all()};
    made.begins = passes != Passes::none;
    if (passes != Passes::told) {
      auto& to = passes == Passes::none ? other : first;
      auto& from = passes == Passes::none ? first : other;
      // In the order of execution: the very first one is the first sample of the two.
      auto joined = first.samples;
      joined.insert(joined.end(), other.samples.begin(), other.samples.end());
      to = {times.sum, static_cast<double>(times.count), std::move(joined)};
      from = {};
    }
    MeasuredTimes::Group& begun = first.count > 0 ? first : other;
    if (begun.samples.empty()) return made;
    very_first = {static_cast<double>(begun.samples.front().time), 1, {{begun.samples.front().time, 1}}};
    begun.sum -= very_first.sum;
    begun.count -= 1;
    if ((begun.samples.front().weight -= 1) < 0.5) begun.samples.erase(begun.samples.begin());
    return made;
  }

  /// A model of all, and what it is worth.
  VaryingTime fitted(const std::vector<MeasuredTimes>& all) {
    VaryingTime made = fit_varying(all, fit_.all_partitions());
    summary_.by_rank += made.partition.kind != Partition::Kind::whole ? 1U : 0U;
    summary_.by_pass += made.very_first || made.first ? 1U : 0U;
    std::map<const TimeSpread*, double> counts;
    for (const MeasuredTimes& each : all) {
      for (std::size_t group = 0; group < each.groups.size() && each.run == largest_; ++group) {
        if (each.groups[group].count == 0) continue;
        const TimeSpread* const model = made.of(each.at, made.group_of(static_cast<Pass>(group), each.begins));
        account(model->mean, each.groups[group].sum);
        const Scale& scale = in_.runs[largest_].scale();
        if (model->distance.at(scale) >= least_spread * model->mean.at(scale))
          summary_.spread_ns += model->distance.at(scale) * each.groups[group].count;
      }
    }
    return made;
  }

  void account(const TimeModel& model, double in_largest) {
    const double error = model.error.value_or(1);
    summary_.modelled_ns += in_largest;
    summary_.error_ns += in_largest * error;
    summary_.worst_ns += in_largest * (model.error ? model.worst : 1);
    if (!model.error || error > most_time_error) summary_.unsupported_ns += in_largest;
  }

  const Inputs& in_;
  const Fit& fit_;
  unsigned spare_;
  std::uint32_t largest_ = 0;
  TimeSummary summary_;
};

}  // namespace trgen::extrapolation
