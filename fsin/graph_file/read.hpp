// SPDX-License-Identifier: Apache-2.0
// Reads a graph file of any format into a listing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/core/input_path.hpp"
#include "fsin/core/memory_limit.hpp"
#include "fsin/graph_file/link_attributes.hpp"
#include "fsin/graph_file/listing.hpp"

namespace fsin::graph_file {

enum class Format : std::uint8_t { automatic, edges, graphml, dot, json, gml };

/// Format by the ending of the name (.graphml and .xml, .gml, .dot and .gv, .json), or else by the beginning of the
/// text.
Format format_of(const std::filesystem::path& file, std::string_view text);

/// Reads a text in memory; `source` is its name in messages, `room` limits the bytes of the listing (0: no limit),
/// `choice` says which attributes of links count.
/// Errors are in the diagnostics; the listing is then incomplete.
Listing read_text(const std::string& text, Format format, const Mark& source, std::uint64_t room,
                  Diagnostics& diagnostics, const AttributeChoice& choice = {});

/// Reads a file. Empty after an error, which is in the diagnostics: a file that cannot be read or is no text, one that
/// would take more memory than `limit`, and any mistake in its content. `named_at` is the place where the experiment
/// names the file.
std::optional<Listing> read_file(const InputPath& file, Format format, const MemoryLimit& limit, const Mark& named_at,
                                 Diagnostics& diagnostics, const AttributeChoice& choice = {});

}  // namespace fsin::graph_file
