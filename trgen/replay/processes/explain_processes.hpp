// SPDX-License-Identifier: Apache-2.0
// Who waits for what, when nothing moves any more.
#pragma once

#include <string>
#include <vector>

#include "fsin/workload/message_workload.hpp"
#include "trgen/replay/processes/process_share.hpp"

namespace trgen::replay {

/// Adds a line for each rank of the share that waits, until there are `most`.
void explain_processes(const AllProcesses& all, const ProcessShare& share, const fsin::workload::Carrier& carrier,
                       std::size_t most, std::vector<std::string>& lines);

/// What to say first of ranks that wait for ever, where receives from any source departed from the trace.
std::string departure_text(const fsin::workload::Departures& departures);

}  // namespace trgen::replay
