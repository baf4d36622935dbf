// SPDX-License-Identifier: Apache-2.0
// The traffic matrix of a trace in figures: who sends how much to whom. Rank by rank, so that memory is one row of the
// matrix and a few sums for each column.
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

/// Smallest, sum and largest of a figure over the ranks.
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
  std::uint64_t pairs = 0;  ///< (source, destination) with a message, without those to self
  Spread destinations;      ///< of a rank: how many others it sends to
  Spread sources;           ///< of a rank: how many others send to it
  Spread bytes_out;
  Spread bytes_in;
  std::vector<Pair> top;  ///< by bytes, then messages, then ranks
};

/// Throws record::TraceError when the trace cannot be read.
Traffic measure_traffic(const record::TraceSource& trace, std::size_t top);

}  // namespace trgen::commands
