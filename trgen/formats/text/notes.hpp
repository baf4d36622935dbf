// SPDX-License-Identifier: Apache-2.0
// The header lines of the text format that describe a trace: clock, communicators, what is missing.
#pragma once

#include <cstdint>
#include <string_view>

#include "trgen/record/notes.hpp"

namespace trgen::formats::text {

enum class Note : std::uint8_t { unknown, taken, faulty };

/// Enters the header `word` (with its '#') with `value` into `notes`; ranks must be below `most_ranks`. Unknown
/// headers, and a #clock with other words than the known ones, are comments.
Note read_note(std::string_view word, std::string_view value, std::uint32_t most_ranks, record::TraceNotes& notes);

/// Enters `value` of a header "#lost" into `losses`: "12 traffic of MPI_Put" is what was lost when the trace was read
/// in another format. False: faulty.
bool read_lost(std::string_view value, record::Losses& losses);

/// What a header must look like, for messages.
std::string_view note_form(std::string_view word);

}  // namespace trgen::formats::text
