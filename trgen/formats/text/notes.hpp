// SPDX-License-Identifier: Apache-2.0
// The header lines of the text format that describe a trace: clock, communicators, missing parts.
#pragma once

#include <cstdint>
#include <string_view>

#include "trgen/record/notes.hpp"

namespace trgen::formats::text {

enum class Note : std::uint8_t { unknown, taken, faulty };

/// Adds the header `word` (with its '#') with `value` to `notes`; ranks must be below `most_ranks`. Unknown headers,
/// and a #clock with an unknown name, are comments.
Note read_note(std::string_view word, std::string_view value, std::uint32_t most_ranks, record::TraceNotes& notes);

/// Adds `value` of a header "#lost" to `losses`: "12 traffic of MPI_Put" was lost when the trace was read in another
/// format. False when it is faulty.
bool read_lost(std::string_view value, record::Losses& losses);

/// The form of a header, for messages.
std::string_view note_form(std::string_view word);

}  // namespace trgen::formats::text
