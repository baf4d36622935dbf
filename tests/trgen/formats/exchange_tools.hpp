// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of formats that other tools made: what must survive a conversion.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/trgen/trace_tools.hpp"

namespace trgen::test {

/// The messages of each rank in order, one text each: "MS 3 7 4096" (kind, peer, tag, bytes).
inline std::vector<std::vector<std::string>> messages_of(const record::TraceSource& trace) {
  std::vector<std::vector<std::string>> all;
  for (const auto& rank : all_records(trace)) {
    auto& mine = all.emplace_back();
    for (const record::Record& each : rank) {
      if (!record::is_message(each.kind)) continue;
      mine.push_back(fmt::format("{} {} {} {}", record::kind_name(each.kind), each.peer, each.tag, each.bytes));
    }
  }
  return all;
}

/// The CPU bursts of each rank: the times between SE and the next SS.
inline std::vector<std::vector<std::uint64_t>> bursts_of(const record::TraceSource& trace) {
  std::vector<std::vector<std::uint64_t>> all;
  for (const auto& rank : all_records(trace)) {
    auto& mine = all.emplace_back();
    const record::Record* left = nullptr;
    for (const record::Record& each : rank) {
      if (each.kind == record::Kind::state_end) left = &each;
      if (each.kind != record::Kind::state_start) continue;
      if (left != nullptr && each.time_ns > left->time_ns) mine.push_back(each.time_ns - left->time_ns);
      left = nullptr;
    }
  }
  return all;
}

/// What was lost, one text each: "3 comments".
inline std::vector<std::string> lost(const record::Losses& losses) {
  std::vector<std::string> all;
  for (const auto& [what, count] : losses.counts()) all.push_back(fmt::format("{} {}", count, what));
  return all;
}

/// Four ranks in a ring that compute and exchange, under the names that MPI programs have, with a silent last rank.
inline std::string ring_text() {
  std::string text = "#insee-trace 1\n#ranks 5\n";
  for (unsigned rank = 0; rank < 4; ++rank) {
    text += fmt::format("{} 0 SS MPI_Init\n{} 100 SE MPI_Init\n", rank, rank);
    std::uint64_t time = 100;
    for (unsigned round = 0; round < 3; ++round) {
      time += 1000 * (round + 1) + rank;
      text += fmt::format("{} {} SS MPI_Isend\n{} {} MS {} {} 0 {}\n{} {} SE MPI_Isend\n", rank, time, rank, time + 5,
                          (rank + 1) % 4, round, 64 << (round * 5), rank, time + 10);
      text += fmt::format("{} {} SS MPI_Recv\n{} {} MR {} {} 0 {}\n{} {} SE MPI_Recv\n", rank, time + 60, rank,
                          time + 65, (rank + 3) % 4, round, 64 << (round * 5), rank, time + 80);
      time += 80;
    }
    text += fmt::format("{} {} SS MPI_Finalize\n{} {} SE MPI_Finalize\n", rank, time + 7, rank, time + 9);
  }
  return text;
}

}  // namespace trgen::test
