// SPDX-License-Identifier: Apache-2.0
// Figures of the traffic matrix of a trace, by source and destination. Computed rank by rank, so that memory is one row
// of the matrix and a few sums for each column.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/commands/tally.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {

struct Pair {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  Volume volume;
};

/// Smallest value, sum and largest value of a figure over the ranks.
struct Spread {
  std::uint64_t low = 0;
  std::uint64_t sum = 0;
  std::uint64_t high = 0;
  std::uint32_t high_rank = 0;
};

struct Traffic {
  SizeHistogram sizes;
  Volume sent;
  Volume to_self;
  std::uint64_t pairs = 0;  ///< pairs (source, destination) with a message, without messages to self
  Spread destinations;      ///< number of other ranks to which a rank sends
  Spread sources;           ///< number of other ranks that send to a rank
  Spread bytes_out;
  Spread bytes_in;
  std::vector<Pair> top;  ///< pairs by bytes, then messages, then ranks
};

/// Measures the matrix. Throws record::TraceError when the trace cannot be read.
Traffic measure_traffic(const record::TraceSource& trace, std::size_t top);

}  // namespace trgen::commands
