// SPDX-License-Identifier: Apache-2.0
// Who waits for what, in words: for a run in which nothing moves any more.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "trgen/record/source.hpp"
#include "trgen/replay/mailbox.hpp"
#include "trgen/replay/rank.hpp"

namespace trgen::replay {

/// One line for each rank that waits, in order of ranks, at most `most`. `here(rank)`: this process replays it.
std::vector<std::string> explain(const std::vector<Rank>& ranks, const record::TraceSource& source,
                                 const Mailbox& mailbox, const std::function<bool(std::uint32_t)>& here,
                                 std::size_t most);

}  // namespace trgen::replay
