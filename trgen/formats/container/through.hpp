// SPDX-License-Identifier: Apache-2.0
// Reads a container from its first byte to its last, without its index: a pipe, or a file whose index is damaged. Gives
// what the index says too: digest of the text, bytes of it, and where time goes backwards.
#pragma once

#include <string>
#include <string_view>

#include "trgen/formats/container/index.hpp"
#include "trgen/io/input.hpp"
#include "trgen/record/sink.hpp"

namespace trgen::formats::container {

/// `greeting`: text of the first frame. Throws record::TraceError, and DataError for damaged compressed data.
void read_through(io::Input& in, std::string_view greeting, record::TraceFacts& facts, record::RecordSink& sink);

/// Warnings about time that goes backwards: at one place, and in all where places are many.
std::string time_warning(std::string_view name, const Index::Backwards& place);
std::string time_warning(std::string_view name, std::uint64_t times);

}  // namespace trgen::formats::container
