// SPDX-License-Identifier: Apache-2.0
// The index of a file that consists of zstd frames, as a container and a file of loops have it. The first frame is a
// skippable one with a greeting; the index is the last one, skippable too. The last 24 bytes of the index are: XXH64 of
// its payload up to here, the offset of its frame in the file (8 bytes each, lowest first), and 8 bytes that end it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "trgen/formats/common/numbers.hpp"
#include "trgen/io/random_file.hpp"
#include "trgen/record/census.hpp"

namespace trgen::formats {

inline constexpr std::uint32_t frame_magic = 0x184D2A54;  ///< of skippable frames

/// A skippable frame with this payload.
std::string skippable_frame(std::string_view payload);

/// The whole frame of an index that is written at `offset` in the file.
std::string index_frame(std::string payload, std::uint64_t offset, std::string_view end_magic);

struct FoundIndex {
  std::string payload;             ///< without its last 24 bytes
  std::uint64_t offset = 0;        ///< of the frame of the index
  std::uint64_t behind_first = 0;  ///< offset of what follows the greeting; at most that of the index
};

/// Finds the index of a file. Empty when it is missing or damaged, with the reason in `why`.
std::optional<FoundIndex> find_index(const io::RandomFile& file, std::string_view end_magic, std::string& why);

/// The counts of calls, as an index or a head holds them: messages; states (their count; calls, whether one holds a
/// message); pairs (their count; state, communicator, calls that move nothing, calls that move bytes).
void put_census(NumberWriter& to, const record::CallCensus& census);
record::CallCensus get_census(NumberReader& from);

}  // namespace trgen::formats
