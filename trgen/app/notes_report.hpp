// SPDX-License-Identifier: Apache-2.0
// What a trace says of itself, in words and JSON: clock, incomplete ranks, what was not captured, communicators.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "trgen/record/notes.hpp"

namespace trgen::app {

/// A span of the clock of a trace: "0.001200 s", or "1,200 instructions".
std::string span_text(const record::TraceNotes& notes, std::uint64_t span);

/// "3 of 64 ranks", or "none".
std::string incomplete_count(const record::TraceNotes& notes, std::uint32_t ranks);
/// One line a rank, at most `most` of them, equal reasons of several ranks together: "rank 3: ...", "ranks 0-2,5: ...".
std::vector<std::string> incomplete_lines(const record::TraceNotes& notes, std::size_t most);
/// One line a function: "MPI_Put: 12 calls, 4,096 bytes".
std::vector<std::string> not_captured_lines(const record::TraceNotes& notes);

/// Members of the communicator with this number of a record; 0 when the trace does not say. A capture describes 2k for
/// 2k and 2k+1.
std::size_t communicator_size(const record::TraceNotes& notes, std::uint32_t number);

/// {clock, incomplete, not_captured} as members of `object`.
void add_notes(nlohmann::ordered_json& object, const record::TraceNotes& notes);

}  // namespace trgen::app
