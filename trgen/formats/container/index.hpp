// SPDX-License-Identifier: Apache-2.0
// The index of a container: the places of each rank's frames, and everything else for which a reader would have to read
// the whole file.
//
// Payload of the last skippable frame, numbers of 7 bits a byte, lowest first, unless said otherwise: "TRGENIDX",
// version 3 (2 is read too), ranks, bytes and lines of the header frame, longest frame and longest content of one,
// digest of the text (8 bytes), how often time goes backwards and the first few places of that (their count; line,
// rank, two times each), then compressed bytes and records of each rank, and (from version 3 on) the census of the
// calls: messages, states (their count; calls, whether one holds a message), pairs (their count; state, communicator,
// calls that move nothing, calls that move bytes). It ends with "trgenidx" (formats/common/index_frame.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/random_file.hpp"
#include "trgen/record/census.hpp"

namespace trgen::formats::container {

inline constexpr std::string_view greeting_start = "trgen-container ";

/// A frame of records with more bytes than this is damaged, whatever the index says.
inline constexpr std::uint64_t most_frame_content = std::uint64_t{1} << 20;

struct Index {
  struct Backwards {
    std::uint64_t line = 0;
    std::uint64_t rank = 0;
    std::uint64_t from_ns = 0;
    std::uint64_t to_ns = 0;
  };

  std::uint64_t header_offset = 0;  ///< not stored: it is right after the first frame
  std::uint64_t header_bytes = 0;   ///< bytes of the compressed header
  std::uint64_t header_lines = 0;
  std::uint64_t longest_frame = 0;
  std::uint64_t longest_content = 0;
  std::uint64_t digest = 0;
  std::uint64_t backwards = 0;
  std::vector<Backwards> backwards_places;
  std::optional<record::CallCensus> census;  ///< empty for a container of version 2
  std::vector<std::uint64_t> offsets{
      0};  ///< by rank: offset of its first frame; the last entry is the end of the last rank
  std::vector<std::uint64_t> firsts{
      0};  ///< by rank: number of records of all ranks before it; the last entry is that of all records

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(offsets.size() - 1); }
  std::uint64_t records(std::uint32_t rank) const { return firsts[rank + 1] - firsts[rank]; }
  std::uint64_t first_line(std::uint32_t rank) const { return header_lines + 1 + firsts[rank]; }
};

/// The whole skippable frame of an index that is written at `offset` in the file.
std::string encode(const Index& index, std::uint64_t offset);

/// Reads the index of a container file. Empty when it is missing or damaged, with the reason in `why`.
std::optional<Index> read_index(const io::RandomFile& file, std::string& why);

}  // namespace trgen::formats::container
