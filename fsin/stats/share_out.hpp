// SPDX-License-Identifier: Apache-2.0
// Choice of the state that a cell of a Gantt chart shows when several share it.
//
// If a cell always showed the state that fills most of it, a state of 30% everywhere would never be seen. So each state
// is owed the time that it has had: a cell shows the one of its states that is owed most, and the length of the cell is
// deducted from what that state is owed. Over a row, the cells of a state add up to its time, to within one cell, and
// no cell shows a state that did not occur in it. (Error diffusion, as in R. Floyd, L. Steinberg, Proc. SID 17(2),
// 1976.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fsin::stats {

template <std::size_t states>
class ShareOut {
 public:
  /// The state that the next cell of the row shows, given the cycles of each state in it; `states` when all are 0.
  std::size_t next(const std::array<std::uint64_t, states>& cycles) {
    std::size_t shown = states;
    std::int64_t length = 0;
    for (std::size_t state = 0; state < states; ++state) {
      owed_[state] += static_cast<std::int64_t>(cycles[state]);
      length += static_cast<std::int64_t>(cycles[state]);
      if (cycles[state] == 0) continue;
      if (shown == states || owed_[state] > owed_[shown]) shown = state;
    }
    if (shown != states) owed_[shown] -= length;
    return shown;
  }

 private:
  std::array<std::int64_t, states> owed_{};
};

}  // namespace fsin::stats
