// SPDX-License-Identifier: Apache-2.0
// Estimates, before a replay, what a trace or a program requires of the network and of memory, from the operations of
// some of its ranks.
//
// Only the first operations of ranks spread over all are read. Programs are iterative, so the first operations mostly
// resemble the rest; a program whose pattern changes later is estimated by its beginning.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fsin/workload/network_facts.hpp"
#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/ranks/settings.hpp"

namespace trgen::replay {

/// A message of the sample, between nodes.
struct Trip {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

struct Sample {
  std::vector<Trip> trips;
  double senders = 0;  ///< fraction of the ranks that send messages
  double packets_in_row =
      0;  ///< most packets that a rank sends before it waits for a message or ends; mean over the ranks that send
  double sends_in_row = 0;  ///< the same in messages
  double sends = 0;         ///< messages of the operations that were looked at; mean over the ranks
};

/// Reads the sample. Throws record::TraceError when the trace cannot be opened.
Sample sample_of(const std::shared_ptr<const record::TraceSource>& source, const ReplaySettings& settings,
                 const fsin::workload::NetworkFacts& facts);
Sample sample_of(const std::shared_ptr<const programs::Program>& program, const programs::collectives::Choice& choice,
                 const ReplaySettings& settings, const fsin::workload::NetworkFacts& facts);

/// Memory in bytes of the ranks and of their messages under way, without the readers of their operations
/// (reader_bytes() in operations.hpp).
double ranks_bytes(const ReplaySettings& settings, const fsin::workload::NetworkFacts& facts, const Sample& sample);

}  // namespace trgen::replay
