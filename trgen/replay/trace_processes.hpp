// SPDX-License-Identifier: Apache-2.0
// A trace whose ranks run as processes (processes/process_replay.hpp): what the replay of records (replay.hpp) does not
// model, calls of MPI that cost something, receives from any source that take what comes first, ranks that share a
// node, and stragglers. With none of these, both take the same cycles, and the replay of records takes less time and
// memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/processes/process_replay.hpp"
#include "trgen/replay/processes/process_settings.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/replay/trace_sample.hpp"

namespace trgen::replay {

/// Whether any two ranks have the same node.
bool share_nodes(std::span<const std::uint32_t> node_of_rank);

/// Whether the replay of records cannot do what these ask for; `settings` are what resolve_trace() made of `params`.
bool needs_processes(const TraceParams& params, const ReplaySettings& settings);

/// The same settings for processes.
ProcessSettings trace_processes(const TraceParams& params, const ReplaySettings& settings,
                                const fsin::workload::NetworkFacts& facts);

/// The operations of a trace. `wildcards`: receives from any source are left open; `eager`: as in CallCosts. Throws
/// record::TraceError when the trace cannot be read.
MakeReader trace_readers(std::shared_ptr<const record::TraceSource> source, bool wildcards, std::uint64_t eager);

/// Throws record::TraceError when the trace cannot be opened.
std::unique_ptr<fsin::workload::MessageWorkload> make_trace_processes(std::shared_ptr<const record::TraceSource> source,
                                                                      const ProcessSettings& settings,
                                                                      const fsin::workload::NetworkFacts& facts);

/// Memory in bytes of such processes in `threads` threads, without the source, which is shared.
double trace_processes_bytes(const record::TraceSource& source, const ProcessSettings& settings,
                             const fsin::workload::NetworkFacts& facts, const TraceSample& sample, unsigned threads);

}  // namespace trgen::replay
