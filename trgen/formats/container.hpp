// SPDX-License-Identifier: Apache-2.0
// The container: the text format in zstd frames that each hold lines of one rank, with an index of the ranks. Any rank
// is at hand at once, ranks are replayed side by side straight from the file, and `zstd -d` gives the text.
//
//   skippable frame 0x184D2A54    "trgen-container 1 ranks=<n> records=<n>\n"
//   zstd frames                   header lines of the text format
//   zstd frames of rank 0, 1 ...  record lines, whole ones, each frame with its content size and checksum
//   skippable frame 0x184D2A54    the index, see container_index.hpp; ends with its own place and "trgenidx"
//
// A pipe, and a file whose index is damaged, are read from the first byte to the last as zstd text. Frames hold 4 to
// 32 KiB of text. A cursor has one frame of each rank in memory: as text where that fits a processor's cache (up to
// some hundred ranks), else packed like a spool, in a fifth of the room.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "trgen/formats/format.hpp"

namespace trgen::formats {

struct ContainerFormat {
  static constexpr std::string_view name = "container";
  static constexpr std::string_view doc = "text in zstd frames of each rank, with an index: any rank opens at once";
  static constexpr std::string_view suffix = ".trgen";
  static constexpr bool compressed_itself = true;

  static bool sniff(std::span<const char> head);
  static void read(Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, Output& out, record::Losses& losses);
  static std::shared_ptr<const record::TraceSource> open(Input& in, const ReadOptions& options);
};

/// Bytes that a cursor keeps for all ranks together; beyond, frames are decoded again.
inline constexpr std::uint64_t container_cache_bytes = std::uint64_t{32} << 20;
/// Frames of all ranks that take more than this as text are packed.
inline constexpr std::uint64_t container_text_bytes = std::uint64_t{4} << 20;

/// Bytes of text in a frame of a trace with so many ranks: 4 to 32 KiB.
std::uint32_t container_frame_text(std::uint32_t ranks);

}  // namespace trgen::formats
