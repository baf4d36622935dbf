// SPDX-License-Identifier: Apache-2.0
// Says who waits for what, when nothing moves any more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fsin/workload/message_workload.hpp"
#include "trgen/replay/ranks/share.hpp"

namespace trgen::replay {

/// A line on a rank of the share, if it waits.
std::optional<std::string> explain_rank(const AllRanks& all, const Share& share, std::uint32_t number,
                                        const fsin::workload::Carrier& carrier);

/// A line to be said first of ranks that wait for ever, where receives from any source departed from the trace.
std::string departure_text(const fsin::workload::Departures& departures);

}  // namespace trgen::replay
