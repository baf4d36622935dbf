// SPDX-License-Identifier: Apache-2.0
// OTF2 archives, the traces of Score-P and EZTrace: an anchor file run.otf2, definitions run.def, and a folder run/
// with the events of each location. Read and written through the OTF2 library (version 2 or 3 of the format).
//
// What is modelled: enter and leave of MPI functions, messages and their communicators, collectives (blocking or not)
// with root and bytes, one rank for each MPI location. A Record is a blocking event here: it stands for the moment a
// message left or a receive was complete. Wildcards and matches go as attributes of the events, notes as properties of
// the archive (names that begin with TRGEN), so that what this program writes comes back as it was.
// What is not: regions that are no MPI functions, other threads, one-sided communication, OpenMP, files, metrics; they
// are counted. Score-P counts a collective's bytes once for each peer, EZTrace 2 gives those for one; both are put
// right where it can be. Receives without their message, as EZTrace 2 leaves them, are counted and mark the rank
// incomplete. Source: the OTF2 library's own documentation (OTF2 3.0, Score-P project); its collectives as Score-P 3
// and EZTrace 2.0 (Debian 12, MPICH) record them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::otf2 {

struct Format {
  static constexpr std::string_view name = "otf2";
  static constexpr std::string_view doc = "OTF2 archive: anchor, definitions and a folder of events (Score-P, EZTrace)";
  static constexpr std::string_view suffix = ".otf2";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  /// `path` is that of the anchor, name.otf2; name.def and name/ come to stand beside it.
  static void write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses);
};

}  // namespace trgen::formats::otf2
