// SPDX-License-Identifier: Apache-2.0
// Activity of each rank over time, at the resolution of a picture: the data of a Gantt chart, in bounded memory.
//
// A rank has at most 1024 bins of equal length, which double as the run grows (as in time_series.hpp). Each holds the
// cycles that the rank spent computing, waiting for a message, waiting for room and sending. If there are more than 256
// ranks, only evenly spaced ones are kept, rank 0 among them. A bin in which several states occur is drawn in one of
// them (share_out.hpp). Not kept: single activities, which a full timeline has (fsin run --timeline).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/workload/timeline.hpp"

namespace fsin::stats {

class ActivityChart final : public workload::Timeline {
 public:
  static constexpr std::size_t most_bins = 1024;
  static constexpr std::size_t most_ranks = 256;
  static constexpr auto states = workload::activity_names;

  explicit ActivityChart(std::size_t ranks);

  void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) override;
  void message(const workload::MessageLife& /*message*/) override {}

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.step_, self.rows_, self.shift_);
  }

  struct Span {
    std::uint32_t rank = 0;
    std::size_t state = 0;  ///< index into `states`
    Cycle first = 0;
    Cycle last = 0;
  };
  /// Runs of bins with the same state, up to cycle `last`, by rank and time. At most `most` of them: bins are merged
  /// until the runs are few enough or each rank has one.
  std::vector<Span> spans(Cycle last, std::size_t most) const;

 private:
  using Bin = std::array<std::uint32_t, states.size()>;

  std::vector<Span> spans_of(Cycle last) const;
  void double_length();
  void add(std::size_t row, std::size_t state, Cycle first, Cycle last);

  std::size_t step_;  ///< one rank in `step_` is kept
  std::vector<std::vector<Bin>> rows_;
  unsigned shift_ = 0;
};

}  // namespace fsin::stats
