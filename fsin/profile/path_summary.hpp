// SPDX-License-Identifier: Apache-2.0
// Summary of a critical path: its cycles by use, rank, call and link.
#pragma once

#include <map>
#include <vector>

#include "fsin/profile/critical_path.hpp"

namespace fsin::profile {

struct PathSummary {
  PathCycles cycles{};                          ///< their sum is the cycles of the run
  std::uint64_t messages = 0;                   ///< on the path
  std::map<std::uint32_t, PathCycles> by_rank;  ///< a message counts for its source
  std::map<std::uint16_t, PathCycles> by_call;  ///< number in CriticalPath::names, or no_call
};

inline PathSummary summary_of(const CriticalPath& path) {
  PathSummary summary;
  for (const PathStep& step : path.steps) {
    // Between two streams of a rank there are signals.
    summary.messages += step.kind == PathStep::Kind::message && step.rank != step.destination ? 1 : 0;
    PathCycles& rank = summary.by_rank[step.rank];
    PathCycles& call = summary.by_call[step.call];
    for (std::size_t i = 0; i < path_parts; ++i) {
      summary.cycles[i] += step.cycles[i];
      rank[i] += step.cycles[i];
      call[i] += step.cycles[i];
    }
  }
  return summary;
}

/// Sum of the cycles of all parts.
inline Cycle total(const PathCycles& cycles) {
  Cycle sum = 0;
  for (const Cycle each : cycles) sum += each;
  return sum;
}

}  // namespace fsin::profile
