// SPDX-License-Identifier: Apache-2.0
// A time-independent trace as workload, `workload: {type: trace, file: lu.ti}`. Its records would have each message
// where it completes and collectives as bare calls. It is therefore run whole, as the program `time-independent`, with
// its requests, collectives and open receives; but not where a key asks for records: a region, order: asap, a cost of
// the clock, or left_out: accept.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "trgen/replay/program_params.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::sources {

using trgen::replay::ProgramParams;
using trgen::replay::TraceParams;

/// False for a file that cannot be read, and for standard input, which is read only once.
bool is_time_independent(const InputPath& file);

/// The trace as a program; empty where it is none, or is replayed by its records. Without cpu.scale and cpu.rate its
/// ranks compute in no time.
std::optional<ProgramParams> whole_program(const TraceParams& params);

/// The key of the trace from which a key of that program was made: cpu.rate for kernel.rate.
std::string_view key_of_trace(std::string_view key_of_program);

/// Amounts of work are computed at the speeds of the nodes (NetworkFacts::node_speeds), unless the program says how
/// fast ranks compute.
void compute_at(std::span<const double> node_speeds, ProgramParams& program);

}  // namespace fsin::sources
