// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "fsin/core/quantity_text.hpp"
#include "fsin/stats/settling.hpp"
#include "fsin/stats/source_queues.hpp"
#include "fsin/stats/total_queues.hpp"

namespace fsin::stats {
namespace {

using workload::QueueAccount;

constexpr double sure = 2;  ///< deviations by which bursty sources that stall must make more than they must
constexpr double filling_matters = 0.05;  ///< fraction of the packets offered in the window
constexpr double most_unsteady = 0.05;    ///< fraction by which bursts may fall short of the load

/// True when the packets in the network became more from the first half of the window to the second, beyond what their
/// number does within the halves.
bool network_fills(const RunRecord& run) {
  constexpr std::size_t groups = 16;
  constexpr double clearly = 4;
  constexpr double most_alike = 0.8;
  const TimeSeries& series = run.totals.series;
  const Cycle last = run.warmup + run.totals.measured_cycles;
  double inside = 0;
  std::vector<double> numbers;
  const auto bins = series.up_to(last);
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    inside += static_cast<double>(bins[bin].packets_entered) - static_cast<double>(bins[bin].packets_delivered);
    if (bin * series.length() > run.warmup && (bin + 1) * series.length() - 1 <= last) numbers.push_back(inside);
  }
  const std::size_t each = numbers.size() / groups;
  if (each == 0) return false;
  std::array<double, groups> means{};
  for (std::size_t i = 0; i < groups * each; ++i)
    means[i / each] += numbers[numbers.size() - groups * each + i] / static_cast<double>(each);
  double before = 0, after = 0, squares = 0, products = 0, last_off = 0;
  for (std::size_t i = 0; i < groups; ++i) (i < groups / 2 ? before : after) += means[i] * 2 / groups;
  for (std::size_t i = 0; i < groups; ++i) {
    const double off = means[i] - (i < groups / 2 ? before : after);
    squares += off * off;
    products += off * last_off;
    last_off = off;
  }
  // Groups next to each other are alike by r, as in batch_means.hpp.
  const double r = std::clamp(squares > 0 ? products / squares : 0, 0.0, most_alike);
  const double deviation = std::sqrt(squares / (groups - 2) * 4 / groups * (1 + r) / (1 - r));
  return after - before > clearly * deviation && after - before > 0.01 * before;
}

NotJudged unjudged(Unjudged why, std::string reason) { return {why, std::move(reason)}; }

/// The window does not show what phases do.
std::optional<NotJudged> phases_hidden(const RunRecord& run) {
  const auto& time = run.sources->time;
  if (run.warmup < time.before_steady) {
    return unjudged(Unjudged::phases,
                    fmt::format("phases change in the window; raise measure.warmup to {}, where the last one begins",
                                grouped_text(time.before_steady)));
  }
  if (time.period > 0 && run.totals.measured_cycles < 2 * time.period) {
    return unjudged(Unjudged::phases, fmt::format("the window shows the phases less than twice; use measure.cycles of "
                                                  "at least {}",
                                                  grouped_text(2 * time.period)));
  }
  return std::nullopt;
}

std::optional<LoadTooMuch> too_much(const RunRecord& run, const TotalQueues& account) {
  const auto in_both = [&](auto test) { return test(account.window()) && test(account.half()); };
  const bool stall = run.sources->stall;
  const auto grows = [&](const Stretch& window, const Stretch& half) {
    return (account.grows_without_end(window) && account.grows_without_end(half)) ||
           (account.outruns(window) && account.outruns(half));
  };
  if (grows(account.window(), account.half())) return LoadTooMuch{};
  if (account.window_at_sources() && grows(*account.window_at_sources(), *account.half_at_sources()))
    return LoadTooMuch{};
  if (stall && in_both([&](const Stretch& part) { return account.falls_short(part); })) return LoadTooMuch{};
  if (!run.queues.complete()) return std::nullopt;
  const Queues queues(run);
  const auto worst = stall ? queues.short_of() : queues.overloaded();
  if (worst) return LoadTooMuch{queues.name_of(*worst)};
  return std::nullopt;
}

/// What speaks against calling a load carried that nothing shows to be too much.
std::optional<NotJudged> doubt_of_totals(const RunRecord& run, const TotalQueues& account) {
  const Stretch& window = account.window();
  if (window.filling > filling_matters * account.asked(window)) {
    return unjudged(Unjudged::filling,
                    "the network was still filling with packets under way for a good part of the "
                    "window");
  }
  if (account.grows(window)) {
    return unjudged(Unjudged::unclear, "queues grew in the window, by no more than chance explains near saturation");
  }
  if (run.sources->stall && !account.knows_rate()) {
    return unjudged(Unjudged::unclear,
                    "sources stall, and packets that arrive trigger messages, so that nobody knows how much they are "
                    "asked for");
  }
  if (run.sources->stall && !account.makes_enough(window, run.sources->memoryless ? 0 : sure)) {
    return unjudged(Unjudged::unclear, "sources generated so near to 95% of the load that chance decides");
  }
  if (network_fills(run)) {
    return unjudged(Unjudged::growing, "packets in the network became more in the course of the window");
  }
  const double made = window.made, asked = account.asked(window);
  // A window in which more was generated shows that more than the load is carried.
  if (!run.sources->memoryless && !run.sources->stall && made < (1 - most_unsteady) * asked) {
    return unjudged(Unjudged::unsteady,
                    fmt::format("sources generated only {:.3g} times the load that they are asked for: the window is "
                                "too short for their bursts",
                                made / asked));
  }
  return std::nullopt;
}

std::optional<NotJudged> doubt_of_queues(const RunRecord& run) {
  if (!run.queues.complete()) return std::nullopt;
  const Queues queues(run);
  if (run.sources->stall) {
    constexpr double less_sure = 1.5;
    const auto worst = queues.short_of(less_sure);
    if (!worst) return std::nullopt;
    return unjudged(
        Unjudged::unclear,
        fmt::format("{} generated less than it is asked for, and chance may be the reason", queues.name_of(*worst)));
  }
  const auto worst = queues.busy();
  if (!worst) return std::nullopt;
  return unjudged(Unjudged::busy, fmt::format("at {} something waited to enter for {} cycles of the window in a row",
                                              queues.name_of(*worst), grouped_text(run.queues.busiest[*worst])));
}

std::optional<NotJudged> doubt_of_window(const RunRecord& run) {
  if (window_is_long(run)) return std::nullopt;
  return unjudged(Unjudged::window_short,
                  fmt::format("the window is too short for the relaxation time of the queues, and needs {} cycles",
                              grouped_text(static_cast<std::uint64_t>(std::ceil(needed_to_judge(run).value_or(0))))));
}

}  // namespace

double dispersion_of(const QueueAccount& queues, double least, double most) {
  if (!queues.complete()) return std::isfinite(most) ? most : least;
  double squares = 0, sum = 0, sources = 0;
  for (std::size_t q = 0; q < queues.queues(); ++q) {
    const double all = made_in(queues, q, QueueAccount::opening), late = made_in(queues, q, QueueAccount::middle);
    if (all <= 0) continue;
    const double difference = all - 2 * late;
    squares += difference * difference;
    sum += all;
    ++sources;
  }
  if (sources == 0) return least;
  // Wilson and Hilferty 1931: the point below which a chi-squared variable is in 5% of cases.
  const double root = 1 - 2 / (9 * sources) - 1.645 * std::sqrt(2 / (9 * sources));
  const double low = std::max(root * root * root, 0.004);
  return std::max(least, std::min(most, squares / sum / low));
}

void judge(RunRecord& run, double dispersion) {
  if (run.sources) {
    const double message = run.sources->time.message_phits;
    run.sources->dispersion = run.sources->memoryless ? message : dispersion_of(run.queues, message, dispersion);
  }
  run.load = judge_load(run, dispersion);
  if (run.totals.outcome == Outcome::finished && std::holds_alternative<LoadTooMuch>(run.load))
    run.totals.outcome = Outcome::saturated;
}

LoadVerdict judge_load(const RunRecord& run, double dispersion) {
  if (!run.sources) return unjudged(Unjudged::no_load, run.not_judged);
  const bool ended = run.totals.outcome == Outcome::finished || run.totals.outcome == Outcome::saturated;
  if (!ended) return unjudged(Unjudged::unfinished, "the window was not simulated to its end");
  if (run.totals.measured_cycles == 0 || run.totals.packets_generated == 0)
    return unjudged(Unjudged::silent, "no packet was generated in the window");
  if (const auto hidden = phases_hidden(run)) return *hidden;
  const TotalQueues account(run, dispersion);
  if (const auto found = too_much(run, account)) return *found;
  if (const auto doubt = doubt_of_totals(run, account)) return *doubt;
  if (const auto doubt = doubt_of_queues(run)) return *doubt;
  if (const auto doubt = doubt_of_window(run)) return *doubt;
  return LoadCarried{};
}

bool rather_carried(const RunRecord& run) {
  if (std::holds_alternative<LoadCarried>(run.load)) return true;
  const auto* not_judged = std::get_if<NotJudged>(&run.load);
  if (not_judged == nullptr) return false;
  if (not_judged->why == Unjudged::no_load || !run.sources || !run.offered) return true;
  if (run.queues.complete() && !run.sources->stall && Queues(run).leans_to_growth()) return false;
  const TotalQueues account(run, run.sources->dispersion);
  return account.window().grown <= account.window().filling + account.chance(account.window());
}

}  // namespace fsin::stats
