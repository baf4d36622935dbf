// SPDX-License-Identifier: Apache-2.0
// Dimemas traces (.dim).
//
//   #DIMEMAS:"name":1,<place of the s: lines>:<tasks>(<threads of each>),<communicators>[,<accelerators>]
//   d:1:<communicator>:<size>:<task>:...              definition of a communicator
//   1:<task>:<thread>:<seconds>                       CPU burst
//   2:<task>:<thread>:<to>[:<thread>]:<bytes>:<tag>:<communicator>:<1: rendezvous + 2: immediate>
//   3:<task>:<thread>:<from>[:<thread>]:<bytes>:<tag>:<communicator>:<0 receive, 1 irecv, 2 wait, 3 waitall>
//   10:<task>:<thread>:<operation>:<communicator>:<root>:<thread>:<sent>:<received>[:<synchronism>]
//   20:<task>:<thread>:<type>:<value>                 an MPI function begins (type 50000001 to 50000005), value 0: ends
//   s:<task>:<place of its first record>
//
// Read: this version; version 1, which has no threads of peers; and the older one in SDDF, which has the same fields as
// `"NX send" { 0, 0, 1, 4096, 7, 1, 0 };;`. Written: this version, with places. A record outside MPI events gets a call
// of its own. Communicator 1 (MPI_COMM_WORLD) is 0 in our records. Times in the file are seconds, to the nanosecond.
//
// Not modelled: threads beyond the first, accelerators, one-sided operations, other user events, receives from any
// task, computing within MPI calls; each is counted as lost. Roots are task numbers, as Extrae writes them (some
// versions of prv2dim write 1 for "this is the root", which cannot be distinguished). Source: Dimemas 4 and 5 and
// Extrae (github.com/bsc-performance-tools: Simulator/input/file_data_access.c, prv2dim,
// common-files/Dimemas_Generation.h, Extrae's dimemas_generator.c), from what they read and write. No file written by
// them was available.
#pragma once

#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::dim {

struct Format {
  static constexpr std::string_view name = "dim";
  static constexpr std::string_view doc = "Dimemas: #DIMEMAS header, 1:cpu 2:send 3:receive 10:collective records";
  static constexpr std::string_view suffix = ".dim";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
};

}  // namespace trgen::formats::dim
