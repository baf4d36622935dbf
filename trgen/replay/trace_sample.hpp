// SPDX-License-Identifier: Apache-2.0
// What a trace asks of a network and of memory, from a look at some of its ranks, before it is replayed.
//
// Looked at: the first records of ranks spread over the trace. Programs are iterative, so the first records are mostly
// like the rest; a program whose pattern changes later is estimated by its beginning.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fsin/workload/network_facts.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/settings.hpp"

namespace trgen::replay {

/// A message of the sample, from node to node.
struct Trip {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

struct TraceSample {
  std::vector<Trip> trips;
  double senders = 0;         ///< part of the ranks that send at all
  double packets_in_row = 0;  ///< of a rank at most before it waits for a message (or ends), mean over those that send
  double sends_in_row = 0;    ///< messages of these
};

/// Throws record::TraceError when the trace cannot be opened.
TraceSample sample_trace(const std::shared_ptr<const record::TraceSource>& source, const ReplaySettings& settings,
                         const fsin::workload::NetworkFacts& facts);

/// Memory of a replay in so many threads, without the source, which is shared.
double replay_bytes(const record::TraceSource& source, const ReplaySettings& settings,
                    const fsin::workload::NetworkFacts& facts, const TraceSample& sample, unsigned threads);

}  // namespace trgen::replay
