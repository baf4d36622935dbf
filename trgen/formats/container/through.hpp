// SPDX-License-Identifier: Apache-2.0
// Reads a container from its first byte to its last, without its index: a pipe, or a file whose index is damaged. Also
// computes the contents of the index: digest and size of the text, and places where time goes backwards.
#pragma once

#include <string>
#include <string_view>

#include "trgen/formats/container/index.hpp"
#include "trgen/io/input.hpp"
#include "trgen/record/sink.hpp"

namespace trgen::formats::container {

/// Reads a container whose first frame has the text `greeting`. Throws record::TraceError, and DataError for damaged
/// compressed data.
void read_through(io::Input& in, std::string_view greeting, record::TraceFacts& facts, record::RecordSink& sink);

/// The warning about time that goes backwards, at one place, or in all where there are many places.
std::string time_warning(std::string_view name, const Index::Backwards& place);
std::string time_warning(std::string_view name, std::uint64_t times);

}  // namespace trgen::formats::container
