// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/sampling.hpp"

#include <algorithm>
#include <vector>

#include "fsin/stats/rounds.hpp"

namespace fsin::run {
namespace {

/// The time of all rounds, extrapolated from a run of the first ones.
result::Sampling extrapolated(const stats::RunTotals& totals, std::uint64_t simulated, std::uint64_t rounds,
                              const stats::RoundTime& time, double confidence) {
  const auto left_out = static_cast<double>(rounds - simulated);
  return {.rounds = rounds,
          .simulated = simulated,
          .round_cycles = time.mean,
          .round_half_width = time.half_width,
          .period = time.period,
          .cycles = static_cast<double>(totals.cycles) + left_out * time.mean,
          .half_width = left_out * time.half_width,
          .confidence = confidence,
          .settled = time.settled};
}

}  // namespace

result::RunResult sample_rounds(const experiment::MeasureParams& measure, const sources::Source& source,
                                const RunWorkload& run) {
  const sources::RoundSource& looped = *source.round_source();
  const std::uint64_t rounds = looped.rounds();
  HostUsage before;
  for (std::uint64_t simulated = std::min(measure.sample.first, rounds);; simulated *= 2) {
    if (2 * simulated >= rounds) simulated = rounds;
    std::shared_ptr<trgen::replay::RoundMarks> marks;
    result::RunResult result = run(*looped.with_rounds(simulated, marks));
    const stats::RunTotals& totals = result.record.totals;
    std::vector<Cycle> begun = marks->begun();
    if (!begun.empty()) begun.pop_back();  // the last round may be unlike the others
    const stats::RoundTime time = stats::round_time(begun, measure.confidence);
    result::Sampling found = extrapolated(totals, simulated, rounds, time, measure.confidence);
    const bool suffices = found.settled && found.half_width <= *measure.sample.precision * found.cycles;
    result.host.wall_s += before.wall_s;
    result.host.cpu_s += before.cpu_s;
    if (found.whole()) {
      result.sampling = result::Sampling{.rounds = rounds,
                                         .simulated = rounds,
                                         .cycles = static_cast<double>(totals.cycles),
                                         .confidence = measure.confidence};
      return result;
    }
    if (suffices && totals.outcome == stats::Outcome::finished) {
      result.sampling = found;
      return result;
    }
    if (totals.outcome != stats::Outcome::finished) return result;  // nothing follows from it
    before = result.host;
  }
}

}  // namespace fsin::run
