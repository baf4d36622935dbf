// SPDX-License-Identifier: Apache-2.0
// The whole numbers of statements: laws where they have some; else what is missing is a finding, and sizes that are
// data have their mean.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trgen/extrapolation/model.hpp"
#include "trgen/extrapolation/sample_words.hpp"

namespace trgen::extrapolation {

/// Run, rank, and the rung of a ladder with their number, and whether rungs are levels.
using Executor = std::array<std::uint32_t, 5>;
inline Executor executor_of(const Seen& seen) {
  return {seen.run, seen.rank, seen.rung, seen.rungs, seen.of_levels ? 1U : 0U};
}

/// Who executes what is around a statement, and the iterations of the innermost loop, outside of which 0.
using Parents = std::map<Executor, std::uint64_t>;

/// "MPI_Send (send to rank 5)": for messages.
inline std::string words_of(const Joint& joint, const std::string& function) {
  if (joint.is.part == Part::message) {
    const Identity& first = joint.seen.front().node->is;
    return fmt::format("{} ({} rank {}, {} bytes)", function,
                       joint.is.way == record::Kind::send ? "send to" : "receive from", first.peer,
                       joint.seen.front().node->bytes.series.first());
  }
  if (joint.is.part == Part::ladder) return fmt::format("a ladder in {}", function);
  if (joint.is.part == Part::levels) return fmt::format("the levels in {}", function);
  if (joint.is.part == Part::group) return fmt::format("what waits for posted receives in {}", function);
  return joint.is.part == Part::loop ? fmt::format("a loop in {}", function) : function;
}

class StatementNumbers {
 public:
  /// `least_spare`: as of Fit::value().
  StatementNumbers(const Inputs& inputs, const Fit& fit, unsigned least_spare, Findings& findings)
      : in_(inputs), fit_(fit), spare_(least_spare), findings_(findings) {}

  template <class Value>
  std::vector<Sample> samples(const std::vector<Seen>& seen, Value value) const {
    std::vector<Sample> made;
    for (const Seen& each : seen) made.push_back({each.place(in_.runs), static_cast<std::int64_t>(value(each))});
    return made;
  }

  Place place(const Executor& at) const { return {&in_.runs[at[0]], at[1], at[2], at[3], at[4] != 0}; }
  std::string place_of(const Seen& seen) const { return fmt::format("{}, rank {}", in_.names[seen.run], seen.rank); }

  /// A whole number with a law. Without one it is a refusal, or data.
  /// `bytes`: they are sizes, which may be data, and consist of elements.
  ValueModel number(const std::vector<Sample>& all, const Joint& joint, const std::string& named,
                    const std::string& quantity, bool bytes, const Heading& heading = {}) {
    if (auto found = fit_.value(all, spare_, false, heading)) {
      if (const std::string doubt = fit_.doubt(all, *found); !doubt.empty())
        add_once(findings_.doubts, fmt::format("{} of {}: {}", quantity, named, doubt));
      else if (const std::string cut = bytes ? fit_.cut_element(all, *found) : ""; !cut.empty())
        add_once(findings_.rounding, fmt::format("{} of {}: {}", quantity, named, cut));
      return *found;
    }
    const std::string line =
        of_one_run(all) && in_.runs.size() > 1
            ? fmt::format("{} is executed on {} only, so that no other input checks its laws; first on {}", named,
                          all.front().at.run->scale().words(), place_of(joint.seen.front()))
            : fmt::format("{} of {} follow no law of the catalogue: {}; first on {}", quantity, named, by_run(all),
                          place_of(joint.seen.front()));
    add_once(bytes ? findings_.data : findings_.refusals, line);
    return mean_of(all);
  }

  /// The mean of each run, as a model over the number of ranks, at the target.
  ValueModel mean_of(const std::vector<Sample>& all) const {
    Means means;
    for (const Sample& each : all) means.add(each.at.run->scale(), static_cast<double>(each.value), 1);
    const std::vector<TimePoint> points = means.points();
    std::vector<Sample> rounded;
    for (const Run& run : in_.runs) {
      for (const TimePoint& each : points) {
        if (each.ranks == run.ranks() &&
            each.size == (run.scale().size == 0 ? 1 : static_cast<double>(run.scale().size)))
          rounded.push_back({{&run, 0}, std::llround(each.time)});
      }
    }
    if (auto law = fit_.value(rounded, 1, true); law && !law->partial()) return *law;
    return ValueModel::constant(std::llround(time_model(points).at(fit_.target().scale())));
  }

  /// What repeats with each pass of the loop around.
  template <class Of>
  std::optional<TurnModel> by_turn(const Joint& joint, const Parents& parents, const std::string& named,
                                   std::string_view quantity, Of of) {
    std::vector<SeriesSample> all;
    for (const Seen& each : joint.seen) {
      const std::uint64_t turns = std::min<std::uint64_t>(parents.at(executor_of(each)), UINT32_MAX);
      all.push_back({each.place(in_.runs), &of(*each.node)});
      all.back().at.rungs = static_cast<std::uint32_t>(turns);
    }
    std::string doubt;
    auto found = fit_turns(all, fit_, spare_, doubt);
    if (!doubt.empty()) add_once(findings_.doubts, fmt::format("{} of {}: {}", quantity, named, doubt));
    return found;
  }

  template <class Of>
  static bool is_steady(const Joint& joint, Of of) {
    return std::all_of(joint.seen.begin(), joint.seen.end(),
                       [&](const Seen& each) { return of(*each.node).series.is_constant(); });
  }

  template <class Of>
  std::vector<Sample> means(const Joint& joint, Of of) const {
    return samples(joint.seen, [&](const Seen& each) {
      const Sizes& all = of(*each.node);
      return std::llround(all.sum / static_cast<double>(all.series.length()));
    });
  }

  /// Bytes with a law; those that vary from execution to execution are data.
  template <class Of>
  ValueModel steady_or_mean(const Joint& joint, const std::string& named, const std::string& quantity, Of of,
                            const Heading& heading = {}) {
    const std::vector<Sample> all = means(joint, of);
    if (is_steady(joint, of)) return number(all, joint, named, quantity, true, heading);
    add_once(findings_.data, fmt::format("{} of {} vary from execution to execution, in the mean {}; first on {}",
                                         quantity, named, by_run(all), place_of(joint.seen.front())));
    return mean_of(all);
  }

 private:
  const Inputs& in_;
  const Fit& fit_;
  unsigned spare_;
  Findings& findings_;
};

}  // namespace trgen::extrapolation
