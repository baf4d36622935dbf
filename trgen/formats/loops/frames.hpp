// SPDX-License-Identifier: Apache-2.0
// The frames of a file: what is around the head and the values of ranks, and the index of where they are.
//
// Content of the first zstd frame: the bytes of the head (eight bytes, lowest first), then the head. Content of each
// frame of values: the rank and the bytes of its values (numbers.hpp), then these: whole numbers, signed. Payload of
// the index (formats/common/index_frame.hpp): "TRGENLPX", version 1, bytes of the frame of the head, longest frame and
// longest content of one; XXH64 of all content (eight bytes); the number of ranks that have values, and of each of
// these its distance from the one before (the first: its number) and the bytes of its frames, which lie behind each
// other. It ends with "trgenlpx".
#pragma once

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/digest.hpp"
#include "trgen/io/output.hpp"
#include "trgen/io/random_file.hpp"

namespace trgen::formats::loops {

inline constexpr std::string_view greeting_start = "trgen-loops ";
inline constexpr unsigned latest_version = 2;

/// More content than this in a frame is damage: of values, and of the head.
inline constexpr std::uint64_t most_values_content = std::uint64_t{1} << 17;
inline constexpr std::uint64_t most_head_content = std::uint64_t{1} << 30;

/// The longest number in a frame of values, in bytes.
inline constexpr std::size_t longest_number = 10;

/// Bytes of values in a frame of a trace of `ranks` ranks: a reader keeps one of each rank.
std::size_t values_in_a_frame(std::uint32_t ranks);

struct Index {
  /// The frames of a rank.
  struct Place {
    std::uint32_t rank = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
  };

  std::uint64_t head_offset = 0;  ///< not stored: right behind the first frame
  std::uint64_t head_bytes = 0;
  std::uint64_t longest_frame = 0;
  std::uint64_t longest_content = 0;
  std::uint64_t digest = 0;
  std::vector<Place> places;  ///< by rank, of those that have values
};

/// Reads the index of a file. Empty when it is missing or damaged, with the reason in `why`.
std::optional<Index> read_index(const io::RandomFile& file, std::string& why);

/// Writes the frames of a file, in order.
class FrameWriter {
 public:
  FrameWriter(io::Output& out, std::string_view greeting);

  void head(std::string_view head);
  /// Adds a frame of values of a rank, which is not below that of the frame before.
  void values(std::uint32_t rank, std::string_view values);
  /// Writes the index.
  void finish();

  const Index& index() const { return index_; }

 private:
  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ::ZSTD_freeCCtx(context); }
  };

  void put(std::string_view bytes);
  std::uint64_t put_frame(std::string_view content, int level);

  io::Output& out_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
  io::Digest digest_;
  Index index_;
  std::vector<char> packed_;
  std::uint64_t written_ = 0;
};

/// Decodes frames, one at a time.
class FrameReader {
 public:
  FrameReader(std::shared_ptr<const io::RandomFile> file, std::uint64_t longest_content);

  /// Reads the frame at `offset`, which must end at or before `end`, into `content`. Returns the offset behind it; 0 on
  /// failure, with the reason in why().
  std::uint64_t read(std::uint64_t offset, std::uint64_t end, std::string& content);
  const std::string& why() const { return why_; }

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
  };

  std::shared_ptr<const io::RandomFile> file_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::vector<char> packed_;
  std::uint64_t longest_content_;
  std::string why_;
};

}  // namespace trgen::formats::loops
