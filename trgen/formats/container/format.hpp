// SPDX-License-Identifier: Apache-2.0
// The container: a trace for repeated use. Packed records are in zstd frames, each with records of one rank, and an
// index says where the frames of each rank are. Any rank can be read without the others, and ranks are replayed side by
// side directly from the file.
//
//   skippable frame 0x184D2A54    "trgen-container 2 ranks=<n> records=<n>\n"
//   zstd frame                    header lines of the text format, a NUL, names of states, one a line, an empty line
//   zstd frames of rank 0, 1 ...  records, whole ones (records.hpp), with content size and checksum
//   skippable frame 0x184D2A54    the index, see index.hpp; ends with its own place and "trgenidx"
//
// A pipe, and a file whose index is damaged, are read from the first byte to the last. Frames hold 1 to 32 KiB, and a
// cursor keeps one of each rank in memory. Records are packed and not text, because reading is then faster than parsing
// and a frame needs no second form in memory; the file is no larger than compressed text would be.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::container {

struct Format {
  static constexpr std::string_view name = "container";
  static constexpr std::string_view doc =
      "packed records in zstd frames per rank, with an index: any rank can be read at once";
  static constexpr std::string_view suffix = ".trgen";
  static constexpr bool compressed_itself = true;

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
  static std::shared_ptr<const record::TraceSource> open(io::Input& in, const ReadOptions& options);
};

/// Bytes of frames that a cursor keeps for all ranks together; beyond it, frames are decoded again.
inline constexpr std::uint64_t default_cache_bytes = std::uint64_t{32} << 20;

/// Bytes of records in a frame of a trace of `ranks` ranks: 1 to 32 KiB.
std::uint32_t content_of_a_frame(std::uint32_t ranks);

}  // namespace trgen::formats::container
