// SPDX-License-Identifier: Apache-2.0
// Encoding of a record in the spool: a header byte, then variable-length numbers for the fields that differ from the
// last record of the rank. Real traces need four to six bytes a record. The layout lives no longer than a run, so it
// has no version.
//
// Header: bits 0-1 kind, bit 2 the line is the next one, bit 3 the time goes backwards, then for messages bits 4-7
// same peer, tag, communicator, bytes as in the rank's last message; for states bit 4 the state of the rank's last
// state record, bit 5 any_source, bit 6 the facts of a collective follow. A header of kind state_end with bit 5 leads
// to the rank's next chunk; one with bit 6 comes before the record it belongs to, and carries the marks of a receive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "trgen/record/record.hpp"

namespace trgen::record::codec {

/// State of a rank relative to which its next record is encoded.
struct Previous {
  std::uint64_t time_ns = 0;
  std::uint64_t line = 0;
  std::uint64_t bytes = 0;
  std::uint32_t peer = 0;
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint16_t state = 0;
};

/// Continuation of the records of a rank: offset and size of its next chunk.
struct Jump {
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
};

inline constexpr std::size_t longest_marks = 1 + 1 + 10;
inline constexpr std::size_t longest_record = longest_marks + 1 + 10 + 10 + 5 + 5 + 5 + 10 + 10;
inline constexpr std::size_t jump_bytes = 1 + 8 + 4;

inline constexpr unsigned next_line = 4, backwards = 8;
inline constexpr unsigned same_peer = 16, same_tag = 32, same_communicator = 64, same_bytes = 128;
inline constexpr unsigned same_state = 16, any_source = 32, collective = 64;
inline constexpr unsigned jump_header = static_cast<unsigned>(Kind::state_end) | any_source;
inline constexpr unsigned marks_header = static_cast<unsigned>(Kind::state_end) | collective;
inline constexpr unsigned marked_source = 1, marked_tag = 2;

inline std::byte* put(std::byte* to, std::uint64_t value) {
  while (value >= 128) {
    *to++ = static_cast<std::byte>(value | 128U);
    value >>= 7;
  }
  *to++ = static_cast<std::byte>(value);
  return to;
}

inline const std::byte* get(const std::byte* from, std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<std::uint64_t>(*from++);
    value |= (byte & 127U) << shift;
    if (byte < 128) break;
  }
  return from;
}

/// Maps signed numbers of small magnitude to small unsigned ones.
inline std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
inline std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>((value >> 1) ^ (0 - (value & 1U)));
}

inline unsigned header_of(const Record& record, const Previous& previous) {
  auto header = static_cast<unsigned>(record.kind);
  if (record.line == previous.line + 1) header |= next_line;
  if (record.time_ns < previous.time_ns) header |= backwards;
  if (!is_message(record.kind)) {
    if (record.state == previous.state) header |= same_state;
    if (record.kind != Kind::state_start) return header;
    if (record.collective) header |= collective;
    return record.any_source ? header | any_source : header;
  }
  if (record.peer == previous.peer) header |= same_peer;
  if (record.tag == previous.tag) header |= same_tag;
  if (record.communicator == previous.communicator) header |= same_communicator;
  if (record.bytes == previous.bytes) header |= same_bytes;
  return header;
}

inline bool is_marked(const Record& record) {
  return record.kind == Kind::receive && (record.any_source || record.any_tag || record.match != 0);
}

inline std::byte* put_marks(const Record& record, std::byte* to) {
  *to++ = static_cast<std::byte>(marks_header);
  *to++ = static_cast<std::byte>((record.any_source ? marked_source : 0U) | (record.any_tag ? marked_tag : 0U));
  return put(to, record.match);
}

inline std::byte* put_collective(const Record& record, std::byte* to) {
  to = put(to, record.communicator);
  to = put(to, record.peer);
  to = put(to, record.bytes);
  return put(to, record.received);
}

/// Encodes a record at `to`, in at most longest_record bytes.
inline std::byte* encode(const Record& record, Previous& previous, std::byte* to) {
  if (is_marked(record)) to = put_marks(record, to);
  const unsigned header = header_of(record, previous);
  *to++ = static_cast<std::byte>(header);
  to = put(to, (header & backwards) != 0 ? previous.time_ns - record.time_ns : record.time_ns - previous.time_ns);
  previous.time_ns = record.time_ns;
  if ((header & next_line) == 0) to = put(to, zigzag(static_cast<std::int64_t>(record.line - previous.line)));
  previous.line = record.line;
  if (!is_message(record.kind)) {
    if ((header & same_state) == 0) to = put(to, record.state);
    previous.state = record.state;
    return (header & collective) != 0 ? put_collective(record, to) : to;
  }
  if ((header & same_peer) == 0) to = put(to, record.peer);
  if ((header & same_tag) == 0) to = put(to, zigzag(record.tag));
  if ((header & same_communicator) == 0) to = put(to, record.communicator);
  if ((header & same_bytes) == 0) to = put(to, record.bytes);
  previous.peer = record.peer;
  previous.tag = record.tag;
  previous.communicator = record.communicator;
  previous.bytes = record.bytes;
  return to;
}

inline const std::byte* get_collective(const std::byte* from, Record& out) {
  std::uint64_t value = 0;
  out.collective = true;
  from = get(from, value);
  out.communicator = static_cast<std::uint32_t>(value);
  from = get(from, value);
  out.peer = static_cast<std::uint32_t>(value);
  from = get(from, out.bytes);
  return get(from, out.received);
}

inline const std::byte* decode_state(const std::byte* from, unsigned header, Previous& previous, Record& out) {
  std::uint64_t value = 0;
  if ((header & same_state) == 0) {
    from = get(from, value);
    previous.state = static_cast<std::uint16_t>(value);
  }
  out = Record{.kind = static_cast<Kind>(header & 3U),
               .any_source = (header & any_source) != 0,
               .state = previous.state,
               .time_ns = previous.time_ns,
               .line = previous.line};
  return (header & collective) != 0 ? get_collective(from, out) : from;
}

inline const std::byte* decode_message(const std::byte* from, unsigned header, Previous& previous, Record& out) {
  std::uint64_t value = 0;
  if ((header & same_peer) == 0) {
    from = get(from, value);
    previous.peer = static_cast<std::uint32_t>(value);
  }
  if ((header & same_tag) == 0) {
    from = get(from, value);
    previous.tag = static_cast<std::int32_t>(unzigzag(value));
  }
  if ((header & same_communicator) == 0) {
    from = get(from, value);
    previous.communicator = static_cast<std::uint32_t>(value);
  }
  if ((header & same_bytes) == 0) from = get(from, previous.bytes);
  out = Record{.kind = static_cast<Kind>(header & 3U),
               .peer = previous.peer,
               .tag = previous.tag,
               .communicator = previous.communicator,
               .bytes = previous.bytes,
               .time_ns = previous.time_ns,
               .line = previous.line};
  return from;
}

inline const std::byte* decode(const std::byte* from, Previous& previous, Record& out);

inline const std::byte* decode_marked(const std::byte* from, Previous& previous, Record& out) {
  const auto marks = static_cast<unsigned>(from[1]);
  std::uint64_t match = 0;
  from = decode(get(from + 2, match), previous, out);
  out.any_source = (marks & marked_source) != 0;
  out.any_tag = (marks & marked_tag) != 0;
  out.match = match;
  return from;
}

/// Decodes one record, whose header must not be jump_header.
inline const std::byte* decode(const std::byte* from, Previous& previous, Record& out) {
  if (static_cast<unsigned>(*from) == marks_header) return decode_marked(from, previous, out);
  const auto header = static_cast<unsigned>(*from++);
  std::uint64_t value = 0;
  from = get(from, value);
  previous.time_ns = (header & backwards) != 0 ? previous.time_ns - value : previous.time_ns + value;
  if ((header & next_line) != 0) {
    ++previous.line;
  } else {
    from = get(from, value);
    previous.line += static_cast<std::uint64_t>(unzigzag(value));
  }
  return is_message(static_cast<Kind>(header & 3U)) ? decode_message(from, header, previous, out)
                                                    : decode_state(from, header, previous, out);
}

inline bool is_jump(std::byte header) { return static_cast<unsigned>(header) == jump_header; }

inline void put_jump(std::byte* to, Jump jump) {
  *to = static_cast<std::byte>(jump_header);
  std::memcpy(to + 1, &jump.offset, 8);
  std::memcpy(to + 9, &jump.size, 4);
}

inline Jump get_jump(const std::byte* from) {
  Jump jump;
  std::memcpy(&jump.offset, from + 1, 8);
  std::memcpy(&jump.size, from + 9, 4);
  return jump;
}

}  // namespace trgen::record::codec
