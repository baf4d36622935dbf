// SPDX-License-Identifier: Apache-2.0
// Describes which rank waits for what, for a run in which nothing can move any more.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "fsin/workload/message_workload.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/rank.hpp"

namespace trgen::replay {

/// One line for each waiting rank, in the order of ranks, at most `most` lines. `here(rank)`: whether this process
/// replays the rank.
std::vector<std::string> explain(const std::vector<Rank>& ranks, const std::vector<std::uint32_t>& node_of_rank,
                                 const record::TraceSource& source, const fsin::workload::Carrier& carrier,
                                 const std::function<bool(std::uint32_t)>& here, std::size_t most);

/// What to say first of a trace whose ranks end before their program did, when ranks wait for ever; empty for others.
std::string incomplete_text(const record::TraceSource& source);

}  // namespace trgen::replay
