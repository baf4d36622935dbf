// SPDX-License-Identifier: Apache-2.0
// Where the time of a run of ranks went, as it is kept.
#pragma once

#include <optional>
#include <vector>

#include "fsin/profile/path_summary.hpp"
#include "fsin/profile/run_profile.hpp"

namespace fsin::result {

struct KeptProfile {
  /// Messages from one block of ranks to another. Cells without messages are left out.
  struct Cell {
    std::uint64_t source = 0;
    std::uint64_t destination = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
  };

  std::vector<profile::CallName> names;
  std::vector<profile::CallProfile::Row> phases;
  struct ChartSpan : profile::CallChart::Span {
    std::uint32_t stream = 0;  ///< of the rank; 0: the rank itself
  };

  std::vector<ChartSpan> chart;  ///< calls over time
  Cycle chart_shortest = 1;      ///< shorter ones are left out of it
  std::uint64_t ranks_per_block = 1;
  std::vector<Cell> traffic;
  std::optional<profile::CriticalPath> path;  ///< at most most_steps of its steps
  profile::PathSummary summary;               ///< of the whole path
  std::uint64_t steps_left_out = 0;           ///< the shortest ones
};

/// Steps of a path that are kept: more than a picture can show.
inline constexpr std::size_t most_path_steps = 10'000;

KeptProfile kept_profile(const profile::RunProfile& profile);

}  // namespace fsin::result
