// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/settling.hpp"

#include <algorithm>
#include <cmath>

#include "fsin/stats/confidence.hpp"

namespace fsin::stats {
namespace {

constexpr double relaxations_in_window = 50;
constexpr double relaxations_to_rest = 20;
constexpr double relaxations_to_judge = 5;
constexpr double latencies_in_window =
    5;  ///< so that the packets under way at both ends of the window have little weight
constexpr double relaxations_of_warmup = 10;
constexpr double skewness = 10;  ///< widens an error by this over the root of the relaxation times in the window
constexpr double latencies_of_warmup = 2;

double variance_of(const SourceWait& wait) {
  if (wait.packets == 0) return 0;
  const auto n = static_cast<double>(wait.packets);
  const double mean = static_cast<double>(wait.sum) / n;
  return std::max(0.0, static_cast<double>(wait.squares) / n - mean * mean);
}

double square(double x) { return x * x; }

/// The square of the mean waiting in the first half of the window, over that in all of it: how much longer the queues
/// relax by the first half alone.
double first_half_over_all(const RunRecord& run) {
  const TimeSeries& series = run.totals.series;
  const Cycle first = run.warmup + 1, middle = run.warmup + run.totals.measured_cycles / 2;
  double packets = 0, latency = 0;
  const auto bins = series.up_to(middle);
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    if (bin * series.length() < first || (bin + 1) * series.length() - 1 > middle) continue;
    packets += static_cast<double>(bins[bin].packets_delivered);
    latency += static_cast<double>(bins[bin].latency_from_generation_sum);
  }
  const double all = run.totals.latency_from_generation.mean() - run.sources->alone;
  if (packets <= 0 || all <= 0) return 1;
  return square(std::max(0.0, latency / packets - run.sources->alone) / all);
}

std::optional<double> cycles_of(const RunRecord& run, double relaxations, double latencies) {
  const auto relaxation = relaxation_cycles(run);
  if (!relaxation) return std::nullopt;
  return relaxations * *relaxation + latencies * run.totals.latency.mean();
}

/// The window has needed_cycles().
bool window_settles(const RunRecord& run) {
  const auto needed = needed_cycles(run);
  return needed && static_cast<double>(run.totals.measured_cycles) >= *needed;
}

}  // namespace

std::optional<double> relaxation_cycles(const RunRecord& run) {
  if (!run.sources || run.totals.latency.count() == 0 || run.sources->packet_phits == 0) return std::nullopt;
  const auto packet = static_cast<double>(run.sources->packet_phits);
  const double in_network = run.totals.latency.mean() - run.totals.injection_delay.mean() - run.sources->alone;
  return 4 * variance_of(run.totals.source_wait) / std::max(run.sources->dispersion, packet) +
         square(std::max(0.0, in_network)) / packet;
}

std::optional<double> needed_cycles(const RunRecord& run) {
  return cycles_of(run, relaxations_in_window * first_half_over_all(run), latencies_in_window);
}

std::optional<double> needed_to_rest(const RunRecord& run) {
  return cycles_of(run, relaxations_to_rest, latencies_in_window);
}

std::optional<double> needed_to_judge(const RunRecord& run) {
  return cycles_of(run, relaxations_to_judge, latencies_in_window);
}

std::optional<double> needed_warmup(const RunRecord& run) {
  return cycles_of(run, relaxations_of_warmup * first_half_over_all(run), latencies_of_warmup);
}

bool window_is_long(const RunRecord& run) {
  const auto needed = needed_to_judge(run);
  return needed && static_cast<double>(run.totals.measured_cycles) >= *needed;
}

std::optional<BatchMeans> error_of_mean(const RunRecord& run, Latency which) {
  if (run.has_ranks || run.has_end || !window_settles(run)) return std::nullopt;
  const Cycle last = run.warmup + run.totals.measured_cycles;
  const Cycle middle = run.warmup + run.totals.measured_cycles / 2;
  const auto whole = batch_latency(run.totals.series, run.warmup + 1, last, which);
  auto late = batch_latency(run.totals.series, middle + 1, last, which);
  if (!late || !whole) return std::nullopt;
  const RunTotals& totals = run.totals;
  late->mean = which == Latency::from_entry ? totals.latency.mean() : totals.latency_from_generation.mean();
  const double times =
      static_cast<double>(totals.measured_cycles) / std::max(1.0, *relaxation_cycles(run) * first_half_over_all(run));
  const double of_packet = static_cast<double>(run.sources->packet_phits) / static_cast<double>(totals.latency.count());
  late->standard_error = std::max({late->standard_error * std::sqrt(0.5), whole->standard_error, of_packet}) *
                         (1 + skewness / std::sqrt(times));
  return late;
}

std::optional<double> cycles_for_error(const RunRecord& run, Latency which, double confidence, double relative) {
  const auto error = error_of_mean(run, which);
  if (!error || error->mean <= 0 || error->standard_error <= 0) return std::nullopt;
  const double relaxation = std::max(1.0, *relaxation_cycles(run) * first_half_over_all(run));
  const auto cycles = static_cast<double>(run.totals.measured_cycles);
  const double skew = skewness * std::sqrt(relaxation);
  // A half width of (1 + skew x) x / unit of the mean, where x is the root of 1 / cycles.
  const double half = student_t(confidence, error->batches - 1) * error->standard_error / error->mean;
  const double unit = (1 + skew / std::sqrt(cycles)) / std::sqrt(cycles) / half;
  const double x = 2 * relative * unit / (1 + std::sqrt(1 + 4 * skew * relative * unit));
  return 1 / (x * x);
}

std::optional<Settling> settling_of(const RunRecord& run) {
  if (!run.sources) return std::nullopt;
  if (run.totals.outcome != Outcome::finished && run.totals.outcome != Outcome::saturated) return Settling::unfinished;
  if (std::holds_alternative<LoadTooMuch>(run.load) && !run.sources->stall) return Settling::growing;
  if (const auto* not_judged = std::get_if<NotJudged>(&run.load)) {
    if (not_judged->why == Unjudged::filling) return Settling::filling;
    if (not_judged->why != Unjudged::window_short) return Settling::unclear;
  }
  if (!run.warmup_settled.value_or(true)) return Settling::warmup_unknown;
  if (!window_settles(run)) return Settling::window_short;
  return static_cast<double>(run.warmup) < *needed_warmup(run) ? Settling::warmup_short : Settling::yes;
}

}  // namespace fsin::stats
