// SPDX-License-Identifier: Apache-2.0
// All queues of a run together, as balance.cpp judges the load by them: their growth, and its possible explanations.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

#include "fsin/stats/batch_means.hpp"
#include "fsin/stats/confidence.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/stats/reflected_walk.hpp"
#include "fsin/stats/source_queues.hpp"

namespace fsin::stats {

/// A stretch of a run: the number of packets added to the queues in it, and the possible explanations.
struct Stretch {
  double first = 0;  ///< cycles from the start of the run
  double last = 0;
  double made = 0;     ///< packets generated
  double grown = 0;    ///< packets generated and not delivered, or not entered
  double filling = 0;  ///< packets of these that are under way because the network was still filling

  double cycles() const { return last - first; }
};

/// All queues together, those of the network included.
class TotalQueues {
 public:
  TotalQueues(const RunRecord& run, double dispersion)
      : nodes_(static_cast<double>(run.nodes)),
        packet_(packet_phits(run)),
        fill_(run.sources->fill),
        series_(run.totals.series) {
    const RunTotals& totals = run.totals;
    const auto opened = static_cast<double>(run.warmup);
    const auto cycles = static_cast<double>(totals.measured_cycles);
    const double middle = opened + std::floor(cycles / 2), closed = opened + cycles;
    window_ = stretch(opened, closed, {totals.packets_generated, totals.packets_delivered});
    half_ = stretch(middle, closed, totals.second_half);
    knows_rate_ = !run.queues.complete() || !run.queues.rates.empty();
    rate_ = knows_rate_ ? *run.offered * nodes_ / packet_ : window_.made / cycles;
    variance_ = run.sources->dispersion / packet_;
    most_variance_ = std::max(run.sources->dispersion, dispersion) / packet_;
    swing_ = run.sources->time.swing * rate_;
    for (Stretch* part : {&window_, &half_})
      part->filling = rate_ * (std::min(part->last, fill_) - std::min(part->first, fill_));
    if (!run.queues.complete()) return;
    at_sources_ = at_sources(run.queues, workload::QueueAccount::opening, opened, closed);
    half_at_sources_ = at_sources(run.queues, workload::QueueAccount::middle, middle, closed);
  }

  const Stretch& window() const { return window_; }
  const Stretch& half() const { return half_; }
  /// The same of what waits at the sources alone, where that is known: a network that fills makes nobody wait.
  const std::optional<Stretch>& window_at_sources() const { return at_sources_; }
  const std::optional<Stretch>& half_at_sources() const { return half_at_sources_; }

  /// False where packets trigger messages: as much is asked for as is generated.
  bool knows_rate() const { return knows_rate_; }
  double asked(const Stretch& part) const { return rate_ * part.cycles(); }
  /// Growth expected by chance alone, for queues at a load that they just carry.
  double chance(const Stretch& part) const {
    return std::sqrt(nodes_ * rate_ * variance_) * walk_growth(part.first, part.last);
  }
  double deviation(const Stretch& part) const {
    return std::sqrt(variance_ * rate_ * walk_variance(part.first, part.last));
  }

  bool grows_without_end(const Stretch& part) const {
    return part.grown > part.filling + swing_ + chance(part) + deviations * deviation(part);
  }
  /// The same, by the mean of what queues grew by and of what was asked for and not delivered. At a load that is just
  /// carried the two have one law, and their mean half of the deviation that arrivals have. Under too much load the
  /// second has none of it.
  bool outruns(const Stretch& part) const {
    if (!knows_rate_ || !std::isfinite(most_variance_)) return false;
    const double missing = asked(part) - part.made + part.grown;
    const double explained = part.filling + swing_;
    const double by_chance = std::sqrt(nodes_ * rate_ * most_variance_) * walk_growth(part.first, part.last);
    return std::min(part.grown, missing) > explained + by_chance / 2 &&
           (part.grown + missing) / 2 >
               explained + by_chance + deviations / 2 * std::sqrt(most_variance_ * asked(part));
  }
  bool falls_short(const Stretch& part) const {
    return part.made < least_made * asked(part) - swing_ - noise(part, deviations);
  }
  /// Sources made what they must, and so many deviations more.
  bool makes_enough(const Stretch& part, double more) const {
    return part.made >= least_made * asked(part) + noise(part, more);
  }
  /// True when queues grew by more than half of what chance explains, and by more than noise.
  bool grows(const Stretch& part) const {
    return part.grown > part.filling + swing_ + std::max(chance(part) / 2, deviations * deviation(part));
  }

 private:
  static constexpr double deviations = 3;

  /// So many deviations of what sources that stall generate: those of their arrivals, or of what entered in batches of
  /// the stretch where that is less, as it is once the network decides.
  double noise(const Stretch& part, double how_many) const {
    const double of_arrivals = how_many * std::sqrt(variance_ * asked(part));
    const auto entries = batch_entries(series_, static_cast<Cycle>(part.first) + 1, static_cast<Cycle>(part.last));
    if (!entries || how_many <= 0) return of_arrivals;
    const double t = student_t(std::erf(how_many / std::numbers::sqrt2), entries->batches - 1);
    return std::min(of_arrivals, t * entries->standard_error * part.cycles());
  }
  static double packet_phits(const RunRecord& run) {
    const RunTotals& totals = run.totals;
    if (totals.packets_generated == 0 || totals.phits_generated == 0)
      return static_cast<double>(run.sources->packet_phits);
    return static_cast<double>(totals.phits_generated) / static_cast<double>(totals.packets_generated);
  }
  Stretch at_sources(const workload::QueueAccount& queues, std::size_t border, double first, double last) const {
    double waiting = 0, made = 0;
    for (std::size_t q = 0; q < queues.queues(); ++q) {
      made += made_in(queues, q, border);
      waiting += static_cast<double>(queues.marks[workload::QueueAccount::end][q].waiting) -
                 static_cast<double>(queues.marks[border][q].waiting);
    }
    return {first, last, made / packet_, waiting / packet_, 0};
  }
  static Stretch stretch(double first, double last, const Flow& flow) {
    const auto made = static_cast<double>(flow.packets_generated);
    return {first, last, made, made - static_cast<double>(flow.packets_delivered), 0};
  }

  double nodes_;
  double packet_;  ///< phits of a packet, the mean
  double rate_;    ///< packets a cycle, over all sources
  bool knows_rate_;
  double fill_;
  double variance_;       ///< dispersion of a source, in packets
  double most_variance_;  ///< in the long run
  double swing_;          ///< packets that phases explain
  const TimeSeries& series_;
  Stretch window_;
  Stretch half_;
  std::optional<Stretch> at_sources_;
  std::optional<Stretch> half_at_sources_;
};

}  // namespace fsin::stats
