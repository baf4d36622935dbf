// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/loop_laws.hpp"

namespace trgen::structure {
namespace {

std::uint64_t step_between(std::int64_t from, std::int64_t to) {
  return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

}  // namespace

LoopLaws::LoopLaws(std::span<const std::int64_t> values, std::span<const std::uint64_t> counts)
    : counts_(counts.begin(), counts.end()), within_(counts.size(), 1), laws_(counts.size(), Law::none) {
  for (std::size_t loop = counts.size(); loop-- > 1;) within_[loop - 1] = within_[loop] * counts[loop];
  if (values.size() == 1) return;
  for (std::size_t loop = 0; loop < counts.size(); ++loop) {
    if (counts[loop] < 2) continue;
    const std::uint64_t slope = step_between(values[0], values[within_[loop]]);
    laws_[loop] = slope == 0 ? Law::none : Law::affine;
    for (std::size_t run = within_[loop]; run < values.size(); ++run) {
      if (run / within_[loop] % counts[loop] == 0) continue;
      if (step_between(values[run - within_[loop]], values[run]) == slope) continue;
      laws_[loop] = Law::table;
      entries_ *= counts[loop];
      break;
    }
  }
}

std::uint64_t LoopLaws::run_of_entry(std::uint64_t entry) const {
  std::uint64_t run = 0;
  for (std::size_t loop = counts_.size(); loop-- > 0;) {
    if (laws_[loop] != Law::table) continue;
    run += entry % counts_[loop] * within_[loop];
    entry /= counts_[loop];
  }
  return run;
}

std::vector<TablePiece> pieces_of_table(std::span<const std::int64_t> values) {
  std::vector<TablePiece> pieces;
  for (std::size_t from = 0; from < values.size();) {
    std::size_t to = from + 1;
    while (to < values.size() && values[to] == values[from]) ++to;
    if (to == from + 1 && to + 1 < values.size()) {
      const std::uint64_t slope = step_between(values[from], values[to]);
      std::size_t end = to + 1;
      while (end < values.size() && step_between(values[end - 1], values[end]) == slope) ++end;
      if (end > to + 1) to = end;
    }
    pieces.push_back({from, to});
    from = to;
  }
  return pieces;
}

}  // namespace trgen::structure
