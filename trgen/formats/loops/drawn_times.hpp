// SPDX-License-Identifier: Apache-2.0
// Replaces times without structure by their distributions (structure/spread.hpp): of each event in the loops of the
// program, which is the path of a call.
//
// The trace is read twice: once for the sums of each event on each rank, which say who differs from whom, and once for
// the histograms. Told apart are
//   - ranks, in up to four classes by their means, where these differ by more than their executions explain;
//   - the very first execution, and the first one of each pass of the innermost loop, where it takes longer or less
//     long by a quarter;
//   - instead, all places in a cycle of innermost loops with 64 executions or fewer, such as the levels of a multigrid,
//     and the first pass through it, where that halves the squared distances from the means.
// An event with few executions altogether keeps its times as they are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trgen/record/source.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::formats::loops {

struct DrawnTimes {
  std::size_t events = 0;   ///< whose times are drawn
  std::size_t spreads = 0;  ///< of all of these
  std::uint64_t times = 0;  ///< that are drawn
  std::size_t by_rank = 0;  ///< events with classes of ranks
  std::size_t by_pass = 0;  ///< events whose first executions differ
};

/// Values of a histogram, at most, and one more.
inline constexpr std::size_t most_times_of_histogram = 16;
/// Times of an event on all ranks that are kept as they are.
inline constexpr std::uint64_t few_times = 64;

/// Makes times that are listed in the loops of a trace drawn. Throws record::TraceError where it cannot be read.
DrawnTimes draw_times(const record::TraceSource& trace, structure::Structure& loops);

}  // namespace trgen::formats::loops
