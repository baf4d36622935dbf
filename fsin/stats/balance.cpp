// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "fsin/core/quantity_text.hpp"
#include "fsin/stats/settling.hpp"
#include "fsin/stats/source_queues.hpp"

namespace fsin::stats {
namespace {

using workload::QueueAccount;

constexpr double deviations = 3;
constexpr double sure = 2;  ///< deviations by which bursty sources that stall must make more than they must
constexpr double filling_matters = 0.05;  ///< fraction of the packets offered in the window
constexpr double most_unsteady = 0.05;    ///< fraction by which bursts may miss the load

/// A stretch of a run: the number of packets added to the queues in it, and the possible explanations.
struct Stretch {
  double first = 0;  ///< cycles from the start of the run
  double last = 0;
  double made = 0;   ///< packets generated
  double grown = 0;  ///< packets generated and not delivered

  double cycles() const { return last - first; }
};

/// All queues together, those of the network included.
class Account {
 public:
  explicit Account(const RunRecord& run)
      : nodes_(static_cast<double>(run.nodes)), packet_(packet_phits(run)), fill_(run.sources->fill) {
    const RunTotals& totals = run.totals;
    const auto opened = static_cast<double>(run.warmup);
    const auto cycles = static_cast<double>(totals.measured_cycles);
    window_ = stretch(opened, opened + cycles, {totals.packets_generated, totals.packets_delivered});
    half_ = stretch(opened + std::floor(cycles / 2), opened + cycles, totals.second_half);
    rate_ = run.queues.complete() && run.queues.rates.empty() ? window_.made / cycles : *run.offered * nodes_ / packet_;
    variance_ = run.sources->dispersion / packet_;
    swing_ = run.sources->time.swing * rate_;
  }

  const Stretch& window() const { return window_; }
  const Stretch& half() const { return half_; }

  double asked(const Stretch& part) const { return rate_ * part.cycles(); }
  /// Packets under way because the network was still filling.
  double filling(const Stretch& part) const {
    return rate_ * (std::min(part.last, fill_) - std::min(part.first, fill_));
  }
  /// Growth expected by chance alone, for queues at a load that they just carry.
  double chance(const Stretch& part) const {
    return std::sqrt(2 / std::numbers::pi * nodes_ * rate_ * variance_) *
           (std::sqrt(part.last) - std::sqrt(part.first));
  }
  double deviation(const Stretch& part) const {
    return std::sqrt((1 - 2 / std::numbers::pi) * variance_ * asked(part));
  }

  bool grows_without_end(const Stretch& part) const {
    return part.grown > filling(part) + swing_ + chance(part) + deviations * deviation(part);
  }
  bool falls_short(const Stretch& part) const {
    return part.made < least_made * asked(part) - swing_ - deviations * std::sqrt(variance_ * asked(part));
  }
  /// Sources made what they must, and so many deviations more.
  bool makes_enough(const Stretch& part, double more) const {
    return part.made >= least_made * asked(part) + more * std::sqrt(variance_ * asked(part));
  }
  /// True when queues grew by more than half of what chance explains, and by more than noise.
  bool grows(const Stretch& part) const {
    return part.grown > filling(part) + swing_ + std::max(chance(part) / 2, deviations * deviation(part));
  }

 private:
  static double packet_phits(const RunRecord& run) {
    const RunTotals& totals = run.totals;
    if (totals.packets_generated == 0 || totals.phits_generated == 0)
      return static_cast<double>(run.sources->packet_phits);
    return static_cast<double>(totals.phits_generated) / static_cast<double>(totals.packets_generated);
  }
  static Stretch stretch(double first, double last, const Flow& flow) {
    const auto made = static_cast<double>(flow.packets_generated);
    return {first, last, made, made - static_cast<double>(flow.packets_delivered)};
  }

  double nodes_;
  double packet_;  ///< phits of a packet, the mean
  double rate_;    ///< packets a cycle, over all sources
  double fill_;
  double variance_;  ///< dispersion of a source, in packets
  double swing_;     ///< packets that phases explain
  Stretch window_;
  Stretch half_;
};

/// True when the packets in the network became more from the first half of the window to the second, beyond what their
/// number does within the halves.
bool network_fills(const RunRecord& run) {
  constexpr std::size_t groups = 16;
  constexpr double clearly = 4;
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
  double before = 0, after = 0, squares = 0;
  for (std::size_t i = 0; i < groups; ++i) (i < groups / 2 ? before : after) += means[i] * 2 / groups;
  for (std::size_t i = 0; i < groups; ++i) {
    const double off = means[i] - (i < groups / 2 ? before : after);
    squares += off * off;
  }
  const double deviation = std::sqrt(squares / (groups - 2) * 4 / groups);
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

std::optional<LoadTooMuch> too_much(const RunRecord& run, const Account& account) {
  const auto in_both = [&](auto test) { return test(account.window()) && test(account.half()); };
  const bool stall = run.sources->stall;
  if (in_both([&](const Stretch& part) { return account.grows_without_end(part); })) return LoadTooMuch{};
  if (stall && in_both([&](const Stretch& part) { return account.falls_short(part); })) return LoadTooMuch{};
  if (!run.queues.complete()) return std::nullopt;
  const Queues queues(run);
  const auto worst = stall ? queues.short_of() : queues.overloaded();
  if (worst) return LoadTooMuch{queues.name_of(*worst)};
  return std::nullopt;
}

/// What speaks against calling a load carried that nothing shows to be too much.
std::optional<NotJudged> doubt_of_totals(const RunRecord& run, const Account& account) {
  const Stretch& window = account.window();
  if (account.filling(window) > filling_matters * account.asked(window)) {
    return unjudged(Unjudged::filling,
                    "the network was still filling with packets under way for a good part of the "
                    "window");
  }
  if (account.grows(window)) {
    return unjudged(Unjudged::unclear, "queues grew in the window, by no more than chance explains near saturation");
  }
  if (run.sources->stall && !account.makes_enough(window, run.sources->memoryless ? 0 : sure)) {
    return unjudged(Unjudged::unclear, "sources generated so near to 95% of the load that chance decides");
  }
  if (network_fills(run)) {
    return unjudged(Unjudged::growing, "packets in the network became more in the course of the window");
  }
  const double made = window.made, asked = account.asked(window);
  if (!run.sources->memoryless && !run.sources->stall && std::abs(made - asked) > most_unsteady * asked) {
    return unjudged(Unjudged::unsteady,
                    fmt::format("sources generated {:.3g} times the load that they are asked for: the window is too "
                                "short for their bursts",
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

double dispersion_of(const QueueAccount& queues, double message_phits) {
  if (!queues.complete()) return message_phits;
  double squares = 0, sum = 0, sources = 0;
  for (std::size_t q = 0; q < queues.queues(); ++q) {
    const double all = made_in(queues, q, QueueAccount::opening), late = made_in(queues, q, QueueAccount::middle);
    if (all <= 0) continue;
    const double difference = all - 2 * late;
    squares += difference * difference;
    sum += all;
    ++sources;
  }
  if (sources == 0) return message_phits;
  // Wilson and Hilferty 1931: the point below which a chi-squared variable is in 5% of cases.
  const double root = 1 - 2 / (9 * sources) - 1.645 * std::sqrt(2 / (9 * sources));
  const double low = std::max(root * root * root, 0.004);
  return std::max(message_phits, squares / sum / low);
}

LoadVerdict judge_load(const RunRecord& run) {
  if (!run.sources) return unjudged(Unjudged::no_load, run.not_judged);
  const bool ended = run.totals.outcome == Outcome::finished || run.totals.outcome == Outcome::saturated;
  if (!ended) return unjudged(Unjudged::unfinished, "the window was not simulated to its end");
  if (run.totals.measured_cycles == 0 || run.totals.packets_generated == 0)
    return unjudged(Unjudged::silent, "no packet was generated in the window");
  if (const auto hidden = phases_hidden(run)) return *hidden;
  const Account account(run);
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
  const Account account(run);
  return account.window().grown <= account.filling(account.window()) + account.chance(account.window());
}

}  // namespace fsin::stats
