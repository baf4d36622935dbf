// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/balance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fsin::stats {
namespace {

constexpr double deviations = 3;
constexpr double least_made = 0.95;       ///< fraction of the requested load that stalling sources must generate
constexpr double filling_matters = 0.05;  ///< fraction of the packets offered in the window

/// A stretch of a run: the number of packets added to the queues in it, and the possible explanations.
struct Stretch {
  double first = 0;  ///< cycles from the start of the run
  double last = 0;
  double made = 0;   ///< packets generated
  double grown = 0;  ///< packets generated and not delivered
};

class Account {
 public:
  explicit Account(const RunRecord& run)
      : nodes_(static_cast<double>(run.nodes)),
        rate_(*run.offered * nodes_ / static_cast<double>(run.sources->packet_phits)),
        fill_(run.sources->fill) {
    const RunTotals& totals = run.totals;
    const auto opened = static_cast<double>(run.warmup);
    const auto cycles = static_cast<double>(totals.measured_cycles);
    window_ = stretch(opened, opened + cycles, {totals.packets_generated, totals.packets_delivered});
    half_ = stretch(opened + std::floor(cycles / 2), opened + cycles, totals.second_half);
  }

  const Stretch& window() const { return window_; }
  const Stretch& half() const { return half_; }

  double asked(const Stretch& part) const { return rate_ * (part.last - part.first); }
  /// Packets under way because the network was still filling.
  double filling(const Stretch& part) const {
    return rate_ * (std::min(part.last, fill_) - std::min(part.first, fill_));
  }
  /// Growth expected by chance alone, for queues at a load that they just carry.
  double chance(const Stretch& part) const {
    return std::sqrt(2 / std::numbers::pi * nodes_ * rate_) * (std::sqrt(part.last) - std::sqrt(part.first));
  }
  double deviation(const Stretch& part) const { return std::sqrt((1 - 2 / std::numbers::pi) * asked(part)); }

  bool grows_without_end(const Stretch& part) const {
    return part.grown > filling(part) + chance(part) + deviations * deviation(part);
  }
  bool falls_short(const Stretch& part) const {
    return part.made < least_made * asked(part) - deviations * std::sqrt(asked(part));
  }
  /// True when queues grew by more than half of what chance explains, and by more than noise.
  bool grows(const Stretch& part) const {
    return part.grown > filling(part) + std::max(chance(part) / 2, deviations * deviation(part));
  }

 private:
  static Stretch stretch(double first, double last, const Flow& flow) {
    const auto made = static_cast<double>(flow.packets_generated);
    return {first, last, made, made - static_cast<double>(flow.packets_delivered)};
  }

  double nodes_;
  double rate_;  ///< packets a cycle, over all sources
  double fill_;
  Stretch window_;
  Stretch half_;
};

bool has_account(const RunRecord& run) {
  const bool ended = run.totals.outcome == Outcome::finished || run.totals.outcome == Outcome::saturated;
  return ended && run.offered && run.sources && run.sources->packet_phits != 0 && run.totals.measured_cycles != 0;
}

}  // namespace

Carried judge_load(const RunRecord& run) {
  if (!has_account(run)) return Carried::yes;
  const Account account(run);
  if (account.grows_without_end(account.window()) && account.grows_without_end(account.half())) {
    return Carried::too_much;
  }
  if (run.sources->stall && account.falls_short(account.window()) && account.falls_short(account.half())) {
    return Carried::too_much;
  }
  if (account.filling(account.window()) > filling_matters * account.asked(account.window())) return Carried::filling;
  return account.grows(account.window()) ? Carried::unclear : Carried::yes;
}

bool rather_carried(const RunRecord& run) {
  const Carried carried = judge_load(run);
  if (carried != Carried::unclear) return carried != Carried::too_much;
  const Account account(run);
  return account.window().grown <= account.filling(account.window()) + account.chance(account.window());
}

}  // namespace fsin::stats
