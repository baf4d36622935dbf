// SPDX-License-Identifier: Apache-2.0
// Records of one rank in a frame of a container: packed as in the spool (codec.hpp), each frame starting anew, after a
// head that names the rank. A spool is read by the process that wrote it, but a frame may come from anywhere, so every
// record is checked as it is unpacked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trgen/formats/common/values.hpp"
#include "trgen/record/codec.hpp"
#include "trgen/record/record.hpp"

namespace trgen::formats::container {

/// Bytes that must be readable after the last record, whatever they contain: decoding a damaged record reads no further
/// than this.
inline constexpr std::size_t frame_padding = 96;

/// The head of a frame: a NUL, with which no line of text begins, then the rank and the bytes of the records.
struct FrameHead {
  std::uint64_t rank = 0;
  std::uint64_t bytes = 0;
};

inline constexpr std::size_t longest_frame_head = 1 + 10 + 10;

inline std::byte* put_frame_head(std::byte* to, const FrameHead& head) {
  *to++ = std::byte{0};
  return record::codec::put(record::codec::put(to, head.rank), head.bytes);
}

/// Reads the head. Returns the position after it, or null when there is no head.
inline const std::byte* get_frame_head(const std::byte* from, FrameHead& head) {
  if (*from++ != std::byte{0}) return nullptr;
  return record::codec::get(record::codec::get(from, head.rank), head.bytes);
}

class RecordUnpacker {
 public:
  RecordUnpacker(std::uint32_t ranks, std::size_t states) : ranks_(ranks), states_(states) {}

  /// Reads a record. Returns the position after it, or null when it is no record that a text could contain.
  const std::byte* read(const std::byte* from, record::codec::Previous& previous, record::Record& out) const {
    namespace codec = record::codec;
    // Every record is one line after the last. An entry that does not say so is no record, or precedes one.
    if ((static_cast<unsigned>(*from) & codec::next_line) == 0) return marked(from, previous, out);
    from = codec::decode(from, previous, out);
    return fits(out) ? from : nullptr;
  }

 private:
  const std::byte* marked(const std::byte* from, record::codec::Previous& previous, record::Record& out) const {
    namespace codec = record::codec;
    if (static_cast<unsigned>(*from) != codec::marks_header) return nullptr;
    const auto marks = static_cast<unsigned>(from[1]);
    std::uint64_t match = 0;
    from = codec::get(from + 2, match);
    constexpr unsigned receive = static_cast<unsigned>(record::Kind::receive) | codec::next_line;
    const bool receives = (static_cast<unsigned>(*from) & (3U | codec::next_line)) == receive;
    if (marks > (codec::marked_source | codec::marked_tag) || !receives) return nullptr;
    from = codec::decode(from, previous, out);
    out.any_source = (marks & codec::marked_source) != 0;
    out.any_tag = (marks & codec::marked_tag) != 0;
    out.match = match;
    return fits(out) ? from : nullptr;
  }

  bool fits(const record::Record& record) const {
    if (record.time_ns > latest_time_ns) return false;
    if (record::is_message(record.kind)) return record.peer < ranks_ && record.bytes <= most_message_bytes;
    if (record.state >= states_) return false;
    if (record.kind == record::Kind::state_end) return !record.any_source && !record.collective;
    if (!record.collective) return true;
    return (record.peer == record::no_rank || record.peer < ranks_) && record.bytes <= most_message_bytes &&
           record.received <= most_message_bytes;
  }

  std::uint32_t ranks_;
  std::size_t states_;
};

}  // namespace trgen::formats::container
