// SPDX-License-Identifier: Apache-2.0
// GOAL schedules (LogGOPSim, ATLAHS) as text.
//
//   num_ranks 32
//   rank 0 {
//   l1: send 8b to 1 tag 5 cpu 0 nic 0
//   l2: recv 8b from 1 tag 5
//   l3: calc 1000                         nanoseconds
//   l3 requires l2                        l3 begins when l2 is done (irequires: when it has begun)
//   }
//
// A schedule is a graph: statements without a requirement between them may run at once. A rank of a trace does one
// thing after the other, so the graph is put in an order that respects its requirements: among statements that may run,
// sends come first (they do not block), then computing, then receives, each in the order of the file. A statement that
// need not have waited for the one before it (unless that is a send) is counted as a loss. Two receives that may be
// taken in either order are put in the order of the file, in which `trgen check` may find a deadlock that the graph
// does not have. Written is a chain: each statement requires the one before it or, if that is a send, only its start.
//
// Not in records, but counted: cpu and nic numbers, receives from any rank (-1) or with any tag; schedule.hpp reads
// them. Memory: the statements of one rank. Source: Hoefler, Siebert, Lumsdaine, "Group Operation Assembly Language"
// (ICPP 2009); Hoefler, Schneider, Lumsdaine, "LogGOPSim" (LSAP 2010), and the schedules that come with it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::goal {

/// The bits of a tag that are written, as text and as binary: a larger tag would mean any tag.
inline constexpr std::uint32_t tag_bits = 0x7fffffff;

struct Format {
  static constexpr std::string_view name = "goal";
  static constexpr std::string_view doc = "GOAL schedules of LogGOPSim and ATLAHS, as text";
  static constexpr std::string_view suffix = ".goal";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
};

}  // namespace trgen::formats::goal
