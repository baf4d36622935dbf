// SPDX-License-Identifier: Apache-2.0
// A GOAL schedule as what it is: a graph for each rank, with cpu and nic numbers and receives that leave their source
// or tag open. format.hpp reads it as records, which hold none of this.
#pragma once

#include "trgen/io/input.hpp"
#include "trgen/record/schedule.hpp"

namespace trgen::formats::goal {

/// Whether the order of records would lose anything of the schedule (Graph::Order::complete). Reads up to the first
/// rank that says so, in the memory of one rank. Throws record::TraceError for a fault before that.
bool is_graph(io::Input& in);

/// Reads the schedule whole: memory grows with its statements, 40 bytes each and 8 a requirement. Throws
/// record::TraceError.
record::Schedule read_schedule(io::Input& in);

}  // namespace trgen::formats::goal
