// SPDX-License-Identifier: Apache-2.0
// A GOAL schedule as workload, `workload: {type: trace, file: run.goal}`. Its records would be in an order that it does
// not ask for. It is therefore run as a graph (trgen/replay/schedules), but not where its records lose nothing, nor
// where a key asks for records: a region, order: asap, collectives, or left_out: accept.
#pragma once

#include "fsin/sources/kind.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::sources {

/// False for a file that cannot be read, and for standard input, which is read only once.
bool is_schedule(const trgen::replay::TraceParams& params);

/// Opens the file of which is_schedule() is true. Null after an error.
SourcePointer open_schedule(const trgen::replay::TraceParams& params, const Opening& opening);

}  // namespace fsin::sources
