// SPDX-License-Identifier: Apache-2.0
// Estimates, before a replay, what a trace requires of the network and of memory, from the records of some of its
// ranks.
//
// Only the first records of ranks spread over the trace are read. Programs are iterative, so the first records mostly
// resemble the rest; a program whose pattern changes later is estimated by its beginning.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fsin/workload/network_facts.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/settings.hpp"

namespace trgen::replay {

/// A message of the sample, between nodes.
struct Trip {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

struct TraceSample {
  std::vector<Trip> trips;
  double senders = 0;  ///< fraction of the ranks that send messages
  double packets_in_row =
      0;  ///< most packets that a rank sends before it waits for a message or ends; mean over the ranks that send
  double sends_in_row = 0;  ///< the same in messages
};

/// Reads the sample. Throws record::TraceError when the trace cannot be opened.
TraceSample sample_trace(const std::shared_ptr<const record::TraceSource>& source, const ReplaySettings& settings,
                         const fsin::workload::NetworkFacts& facts);

/// Memory in bytes of a replay in `threads` threads, without the source, which is shared.
double replay_bytes(const record::TraceSource& source, const ReplaySettings& settings,
                    const fsin::workload::NetworkFacts& facts, const TraceSample& sample, unsigned threads);

}  // namespace trgen::replay
