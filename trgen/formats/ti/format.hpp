// SPDX-License-Identifier: Apache-2.0
// SimGrid's time-independent traces: the actions of each rank, with volumes of computation instead of times.
//
//   <rank> compute <flops>
//   <rank> send|isend <destination> <tag> <count> [type]      <rank> recv|irecv <source> <tag> <count> [type]
//   <rank> wait <source> <destination> <tag>                  <rank> waitall [n]
//   <rank> allreduce <count> <flops> [type]  ...              see actions.cpp for all
//
// A trace is one file of all ranks, or a list: a file with the names of files, one for each rank, as smpi_replay takes
// it. Three dialects are read: that of smpi_replay 3.32; that of the papers (`p0 Isend p1 1e6`, allReduce, no tags);
// and what SMPI writes with -trace-ti, also where smpi_replay 3.32 cannot replay it (ibarrier, Ssend, Start, types -1,
// sources -333). Written is the first dialect, as a list and a file for each rank, which smpi_replay 3.32 runs.
//
// Modelled: computing advances a clock of flops, or the clock that the file names: "#clock cpu|wall|ns" for ns, as in
// files written here (a replay with host speed 1 Gf then makes a flop 1 ns), or "#clock instructions". Receives are
// records where they complete: an irecv in the wait that names it. Collectives are states with their facts. What trgen
// adds to the actions, req= comm= element= block= (write_program.hpp of trgen/programs/ti), is read too, and so are
// "#comm <number> <ranks>", the members of a communicator (without comm=, all ranks), and "#incomplete <ranks> <why>",
// ranks whose lines end before their program did, as files written here have it. Not modelled, but counted as losses:
// receives from any source or with any tag (the trace does not say which message they took); sizes of derived types;
// flops of reductions; counts of each rank of vector collectives (their sums are kept). Written without communicators,
// since smpi_replay has none; write_calls.hpp writes them. Source: Desprez, Markomanolis, Quinson, Suter, "Assessing
// the Performance of MPI Applications through Time-Independent Trace Replay" (PSTI 2011); SimGrid 3.32, as observed.
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
  /// Recognises a list of files: one of them exists, or they have similar names, or the list has the name of one.
  static bool sniff_file(io::Input& in);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  /// `path` becomes the list, `path`_files the folder with a file for each rank. Names in the list begin as `path`
  /// does, since smpi_replay resolves them from its working directory.
  static void write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses);
};

}  // namespace trgen::formats::ti
