// SPDX-License-Identifier: Apache-2.0
// Lines of the text format, for the writers that need them: those of the text format and of the container.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats::text {

/// Appends the line of a record, with its newline.
void append_record(fmt::memory_buffer& text, std::uint32_t rank, const record::Record& record,
                   const std::vector<std::string>& states);

/// Appends the header lines of a trace.
void append_header(fmt::memory_buffer& text, const record::TraceSource& trace);

}  // namespace trgen::formats::text
