// SPDX-License-Identifier: Apache-2.0
// The traffic of a trace, read in one pass, rank after rank: messages between ranks on their own, and apart from them
// those inside calls of collectives, by function and communicator.
//
// A message belongs to the outermost MPI function around it. Messages of non-blocking collectives that are recorded in
// the call which completes them count as point-to-point messages, since nothing tells them apart. A collective of which
// only the facts are known (no messages inside) has its callers and the bytes that they contribute.
// Memory: one entry for each pair of ranks in each function and communicator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/pattern/traffic_graph.hpp"
#include "trgen/record/source.hpp"

namespace trgen::pattern {

/// Calls of one function on one communicator. Calls of a function whose communicator is not known are taken as calls on
/// one, and so are those beyond the first 65,536 pairs of function and communicator.
struct Calls {
  std::string function;
  std::uint64_t calls = 0;             ///< of all ranks
  std::vector<std::uint32_t> callers;  ///< ascending
  std::vector<Edge> edges;             ///< messages inside
  std::uint64_t contributed = 0;       ///< bytes, where the facts of the call are known
};

struct Traffic {
  std::vector<Edge> messages;  ///< point-to-point
  Amount to_self;
  std::vector<Calls> calls;  ///< by first use
};

/// Reads the trace. `together`: takes messages inside collectives as point-to-point messages; only calls without any
/// message are told apart then. Throws record::TraceError when the trace cannot be read.
Traffic read_traffic(const record::TraceSource& trace, bool together = false);

}  // namespace trgen::pattern
