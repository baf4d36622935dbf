// SPDX-License-Identifier: Apache-2.0
// Reads a graph file of any format into a listing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/core/memory_limit.hpp"
#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

enum class Format : std::uint8_t { automatic, edges, graphml, dot, json };

/// By the ending of the name (.graphml and .xml, .dot and .gv, .json), or else by the beginning of the text.
Format format_of(const std::filesystem::path& file, std::string_view text);

/// A text that is in memory; `source` is what messages call it, `room` what the listing may take in bytes (0:
/// anything). Errors are in the diagnostics; the listing is then not whole.
Listing read_text(const std::string& text, Format format, const Mark& source, std::uint64_t room,
                  Diagnostics& diagnostics);

/// Empty after an error, which is in the diagnostics: a file that cannot be read or is no text, one that would take
/// more memory than `limit`, and all that is wrong with its content. `named_at`: where the experiment names the file.
std::optional<Listing> read_file(const std::filesystem::path& file, Format format, const MemoryLimit& limit,
                                 const Mark& named_at, Diagnostics& diagnostics);

}  // namespace fsin::graph_file
