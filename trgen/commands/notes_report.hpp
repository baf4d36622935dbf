// SPDX-License-Identifier: Apache-2.0
// What the header of a trace says, as text and JSON: clock, incomplete ranks, what was not captured, communicators.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "trgen/record/notes.hpp"
#include "trgen/record/omissions.hpp"

namespace trgen::commands {

/// A span of the clock of a trace: "0.001200 s", "1,200 instructions" or "1,200 flops".
std::string span_text(const record::TraceNotes& notes, std::uint64_t span);

/// "3 of 64 ranks", or "none".
std::string incomplete_count(const record::TraceNotes& notes, std::uint32_t ranks);
/// One line a rank, at most `most` of them, equal reasons of several ranks together: "rank 3: ...", "ranks 0-2,5: ...".
std::vector<std::string> incomplete_lines(const record::TraceNotes& notes, std::size_t most);
/// One line a function: "MPI_Put: 12 calls, 4,096 bytes".
std::vector<std::string> not_captured_lines(const record::TraceNotes& notes);

/// The account of what a replay leaves out: counts by kind, the same members always, and "what" with one entry a kind
/// of call or loss, "text" all of it in one line.
nlohmann::ordered_json json_of(const record::Omissions& omissions);

/// {clock, incomplete, not_captured} as members of `object`.
void add_notes(nlohmann::ordered_json& object, const record::TraceNotes& notes);

}  // namespace trgen::commands
