// SPDX-License-Identifier: Apache-2.0
// SimGrid's time-independent traces: what each rank does, with volumes of computation instead of times.
//
//   <rank> compute <flops>
//   <rank> send|isend <destination> <tag> <count> [type]      <rank> recv|irecv <source> <tag> <count> [type]
//   <rank> wait <source> <destination> <tag>                  <rank> waitall [n]
//   <rank> allreduce <count> <flops> [type]  ...              see actions.cpp for all
//
// A trace is one file of all ranks, or a list: a file of file names, one for each rank, as smpi_replay takes it.
// Three dialects are read: that of smpi_replay 3.32; that of the papers (`p0 Isend p1 1e6`, allReduce, no tags); what
// SMPI writes with -trace-ti, where 3.32 does not replay its own (ibarrier, Ssend, Start, types -1, sources -333).
// Written is the first, as a list and a file a rank, which smpi_replay 3.32 runs.
//
// What is modelled: computing is time of a clock of flops, or of what the file says: "#clock cpu|wall|ns" for ns, as
// those written here do (replay with host speed 1 Gf makes a flop 1 ns then), "#clock instructions". Receives stand
// where they complete: an irecv in the wait that names it. Collectives are states with their facts, on communicator 0.
// What is not: receives from any source or with any tag (the trace does not say which message they took); sizes of
// derived types; communicators; flops of reductions; counts of each rank of vector collectives (their sums are kept).
// All of them are counted as losses. Source: Desprez, Markomanolis, Quinson, Suter, "Assessing the Performance of MPI
// Applications through Time-Independent Trace Replay" (PSTI 2011); SimGrid 3.32, as observed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::ti {

struct Format {
  static constexpr std::string_view name = "ti";
  static constexpr std::string_view doc = "SimGrid: time-independent traces, <rank> isend|recv|compute|bcast ...";
  static constexpr std::string_view suffix = ".ti";

  static bool sniff(std::span<const char> head);
  /// A list of files: one of them is there, or they are named alike, or the list is named as one.
  static bool sniff_file(io::Input& in);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  /// `path` becomes the list, `path`_files the folder with a file for each rank. Names in the list begin as `path`
  /// does, since smpi_replay looks for them from where it runs.
  static void write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses);
};

}  // namespace trgen::formats::ti
