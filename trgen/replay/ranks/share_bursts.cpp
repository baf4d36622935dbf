// SPDX-License-Identifier: Apache-2.0
// CPU bursts of the ranks of a share.
#include <fmt/core.h>

#include <algorithm>

#include "trgen/replay/ranks/share.hpp"

namespace trgen::replay {

bool Share::begin_burst(Rank& rank, std::uint32_t number, Cycle now) {
  const RankRules& rules = state_.all.rules(number);
  if (!rules.bursts || state_.all.bursts.empty()) return false;
  BurstState& state = state_.all.bursts[number];
  auto cycles = rules.burst_clock.cycles(rank.head.amount, state.carry);
  if (!cycles) {
    break_off(number, fmt::format("a CPU burst of {} {} is longer than any program computes; correct it, or make "
                                  "cpu.scale smaller",
                                  rank.head.amount, reader().unit(number)));
    return true;
  }
  if (*cycles == 0) return false;
  const bool sleeps = rank.head.sleeps();
  if (!rules.stretch.none() && !sleeps) {
    const Cycle first = std::max(now, state_.all.calls_until(number)) + 1;
    cycles = rules.stretch.cycles(state_.all.settings.number_in_job(number), state_.all.settings.node_of_rank[number],
                                  state.begun++, first, *cycles);
  }
  state_.all.be_busy(number, Stage::busy, now, *cycles);
  if (!sleeps && state_.all.cores.shares(number)) {
    const Cycle before = rank.last_active - *cycles;
    state_.all.cores.begin(number, before + 1, *cycles);
    rank.last_active = std::max(rank.last_active, state_.all.cores.last(number, now));
    cycles = rank.last_active - before;
  }
  rank.computed += *cycles;
  rank.computes = true;
  rank.in_call = false;
  teller_.burst(number, *cycles);
  return true;
}

/// A burst that shares the cores of its machine lasts beyond its last cycle where others have begun since.
bool Share::goes_on_computing(Rank& rank, std::uint32_t number, Cycle now) {
  if (!state_.all.cores.shares(number)) return false;
  const Cycle known = rank.last_active;
  rank.last_active = std::max(known, state_.all.cores.last(number, now));
  if (rank.last_active == known) return false;
  rank.computed += rank.last_active - known;
  teller_.burst(number, rank.last_active - known);
  return true;
}

}  // namespace trgen::replay
