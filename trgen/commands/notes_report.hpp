// SPDX-License-Identifier: Apache-2.0
// The header of a trace as text and JSON: clock, incomplete ranks, calls that were not captured, communicators.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "trgen/record/notes.hpp"
#include "trgen/record/omissions.hpp"

namespace trgen::commands {

/// Text of a duration on the clock of a trace: "0.001200 s", "1,200 instructions" or "1,200 flops".
std::string span_text(const record::TraceNotes& notes, std::uint64_t span);

/// Text such as "3 of 64 ranks", or "none".
std::string incomplete_count(const record::TraceNotes& notes, std::uint32_t ranks);
/// One line for each rank, at most `most`; ranks with the same reason share a line: "rank 3: ...", "ranks 0-2,5: ...".
std::vector<std::string> incomplete_lines(const record::TraceNotes& notes, std::size_t most);
/// One line a function: "MPI_Put: 12 calls, 4,096 bytes".
std::vector<std::string> not_captured_lines(const record::TraceNotes& notes);

/// Parts that a replay leaves out, as JSON: counts by kind, with the same members in every case; "what", with an entry
/// for each kind of call or loss; and "text", everything in one line.
nlohmann::ordered_json json_of(const record::Omissions& omissions);

/// Adds the members {clock, incomplete, not_captured} to `object`.
void add_notes(nlohmann::ordered_json& object, const record::TraceNotes& notes);

}  // namespace trgen::commands
