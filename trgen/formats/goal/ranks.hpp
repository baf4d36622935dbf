// SPDX-License-Identifier: Apache-2.0
// The ranks of a GOAL schedule, text or binary, each with the graph of its statements: the part that reading records
// and reading whole schedules have in common.
#pragma once

#include <cstdint>
#include <functional>

#include "trgen/formats/common/steps.hpp"
#include "trgen/formats/goal/emit.hpp"
#include "trgen/formats/goal/graph.hpp"

namespace trgen::formats::goal {

/// Takes the statements of a rank; false: the ranks behind it are not needed, and the rest of the file is not read.
using TakeRank = std::function<bool(std::uint32_t rank, const Graph& graph)>;

/// Reads the ranks one after the other. `steps` says which ranks exist. Throws record::TraceError.
using ReadRanks = void(io::Input& in, Steps& steps, io::Problems& problems, const TakeRank& take);
void read_ranks(io::Input& in, Steps& steps, io::Problems& problems, const TakeRank& take);
void read_binary_ranks(io::Input& in, Steps& steps, io::Problems& problems, const TakeRank& take);

/// Reads all ranks as records, each in an order of its statements.
void emit_ranks(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options,
                ReadRanks& read);

}  // namespace trgen::formats::goal
