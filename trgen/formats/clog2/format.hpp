// SPDX-License-Identifier: Apache-2.0
// CLOG-2, version CLOG-02.44: the binary log of MPE2, as its logging library merges it at MPI_Finalize.
//
// Modelled: states named MPI_... (bare and cargo events), messages, communicators of every kind, the sizes that MPE
// notes for Alltoall and Alltoallv. Not modelled: user states and events, MPE's own states (a receive that a wait
// completes is in MPE_Irecv_waited within the wait; here it is in the wait), constants, places in the source; they are
// counted as losses. Times are seconds in a double, exact for ns below 2^51 (26 days); if a file has times before zero,
// all its times are shifted. Reading needs two passes, since states are defined at the end. The place of a record is
// its number in the file. Source: the file as MPE2 writes it (src/mpe2 of MPICH 1.x, CLOG_VERSION "CLOG-02.44").
#pragma once

#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::clog2 {

struct Format {
  static constexpr std::string_view name = "clog2";
  static constexpr std::string_view doc = "MPE2's binary log CLOG-02.44";
  static constexpr std::string_view suffix = ".clog2";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
};

}  // namespace trgen::formats::clog2
