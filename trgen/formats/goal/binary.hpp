// SPDX-License-Identifier: Apache-2.0
// GOAL schedules as LogGOPSim and ATLAHS run them: the binary form that their txt2bin makes of the text.
//
// All numbers are little-endian and packed. A cookie of 8 bytes; from there on offsets count. Number of ranks (4),
// largest cpu and nic (1 each), then for each rank where its part begins and ends (8 each). A part: number of
// statements and of those that wait for nothing (4 each), the indices of these (4 each), the statements (39 each), then
// indices of statements (4 each). A statement: number of those that it waits for (4), kind (1), peer (4), bytes or
// nanoseconds (8), tag (4), cpu and nic (1 each); then how many statements wait for its end and where their indices
// stand in the last list (4 each), and the same for its beginning. What is modelled of a schedule is in format.hpp;
// memory: the part of a rank. Source: LogGOPSim of spcl/atlahs (2025), whose sums of sizes confirm 39 bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::goal {

struct BinaryFormat {
  static constexpr std::string_view name = "goal-binary";
  static constexpr std::string_view doc = "GOAL schedules of LogGOPSim and ATLAHS, as they run them";
  static constexpr std::string_view suffix = ".goal.bin";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
};

namespace binary {

inline constexpr std::uint64_t cookie = 4223;
inline constexpr std::uint64_t head_bytes = 4 + 1 + 1;
inline constexpr std::uint64_t offsets_bytes = 8 + 8;  // of a rank
inline constexpr std::uint64_t statement_bytes = 39;
inline constexpr std::uint32_t any = 0xffffffff;  // rank, or tag

enum class Type : std::uint8_t { send = 1, receive = 2, compute = 3 };

}  // namespace binary
}  // namespace trgen::formats::goal
