// SPDX-License-Identifier: Apache-2.0
// Which state a cell of a Gantt chart shows when several share it.
//
// Were it always the one that fills most of a cell, a state of 30% everywhere would not be seen at all. So each state
// is owed the time it has had: a cell goes to that one of its states which is owed most, and its whole length is taken
// off what that one is owed. Over a row the cells of a state so add up to its time, to within a cell, and no cell shows
// a state that did not occur in it. (Error diffusion, as in R. Floyd, L. Steinberg, Proc. SID 17(2), 1976.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fsin::stats {

template <std::size_t states>
class ShareOut {
 public:
  /// The state of the next cell of the row, in which each state has had so many cycles; `states` when none had any.
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
