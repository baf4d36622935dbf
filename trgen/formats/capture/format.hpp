// SPDX-License-Identifier: Apache-2.0
// The files that the tracing library writes, as a trace: a folder with one file per rank, rank-000000.raw and so on.
//
// The files are read without a spool. Opening the trace reads each of them once, for its communicators and missing
// parts; a cursor keeps one window per rank. Beyond that, memory grows only with the receives that completed in another
// order than they were posted in.
//
//  * Communicators get small numbers over all ranks, in the order in which the files, rank after rank, first use them:
//    communicator k is 2k for the program's own messages and 2k+1 for those of collectives, MPI_COMM_WORLD is 0 and 1.
//    Two are the same when MPICH's context and the members are.
//  * Receives name their message with `match` where it does not follow from the order of the records.
//  * A rank whose file is absent, cut, or lacks MPI_Finalize is incomplete, with the reason; that is no error.
//
// Layout: mpich-patches/trace/rank_file.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::capture {

struct Format {
  static constexpr std::string_view name = "capture";
  static constexpr std::string_view doc = "folder of rank-000000.raw ..., as the tracing library writes it; read only";
  static constexpr std::string_view suffix = ".raw";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static std::shared_ptr<const record::TraceSource> open(io::Input& in, const ReadOptions& options);
};

/// Largest number of ranks of a capture, which has one file for each.
inline constexpr std::uint32_t most_captured_ranks = std::uint32_t{1} << 20;

}  // namespace trgen::formats::capture
