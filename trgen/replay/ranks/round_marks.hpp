// SPDX-License-Identifier: Apache-2.0
// When the rounds of a program's main loop began: of each, the cycle in which the last rank came to it. The entry
// behind the last round is the cycle in which the last rank came to what follows the loop.
//
// Each share of a run writes into an array of its own, so that threads do not meet.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::replay {

class RoundMarks {
 public:
  static constexpr std::size_t most_shares = 256;

  /// The program has a main loop.
  explicit RoundMarks(const programs::Program& program) : next_(program.ranks(), 0) {
    for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) loops_.push_back(*program.main_loop(rank));
  }

  /// The rank is in a step, from cycle `now` on; steps come in their order.
  void at(unsigned share, std::uint32_t rank, std::uint64_t step, fsin::Cycle now) {
    const programs::MainLoop& loop = loops_[rank];
    if (step < loop.first + next_[rank] * loop.length || next_[rank] > loop.rounds) return;
    const std::uint64_t round = std::min((step - loop.first) / loop.length, loop.rounds);
    std::vector<fsin::Cycle>& begun = begun_[share];
    if (begun.size() <= round) begun.resize(round + 1, 0);
    for (std::uint64_t each = next_[rank]; each <= round; ++each) begun[each] = std::max(begun[each], now);
    next_[rank] = round + 1;
  }

  /// Of all shares, after the run.
  std::vector<fsin::Cycle> begun() const {
    std::vector<fsin::Cycle> all;
    for (const std::vector<fsin::Cycle>& each : begun_) {
      if (all.size() < each.size()) all.resize(each.size(), 0);
      for (std::size_t i = 0; i < each.size(); ++i) all[i] = std::max(all[i], each[i]);
    }
    return all;
  }

 private:
  std::vector<programs::MainLoop> loops_;  ///< by rank
  std::vector<std::uint64_t> next_;        ///< by rank: the first round that it has not begun
  std::array<std::vector<fsin::Cycle>, most_shares> begun_;
};

}  // namespace trgen::replay
