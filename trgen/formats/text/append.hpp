// SPDX-License-Identifier: Apache-2.0
// Lines of the text format, for what writes them: the text format itself and the container.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats::text {

/// The line of a record, with its newline.
void append_record(fmt::memory_buffer& text, std::uint32_t rank, const record::Record& record,
                   const std::vector<std::string>& states);

/// The header lines of a trace.
void append_header(fmt::memory_buffer& text, const record::TraceSource& trace);

}  // namespace trgen::formats::text
