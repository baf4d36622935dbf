// SPDX-License-Identifier: Apache-2.0
// OTF2 archives, the traces of Score-P and EZTrace: an anchor file run.otf2, definitions run.def, and a folder run/
// with the events of each location. Read and written through the OTF2 library (version 2 or 3 of the format).
//
// Modelled: enter and leave of MPI functions, messages and their communicators, collectives (blocking or not) with root
// and bytes, one rank for each MPI location. A Record is a blocking event here: it stands for the moment at which a
// message left or a receive was complete. Wildcards and matches are written as attributes of the events, notes as
// properties of the archive (their names begin with TRGEN), so that an archive written by this program is read back
// unchanged. Not modelled, but counted: regions that are no MPI functions, other threads, one-sided communication,
// OpenMP, files, metrics. Score-P counts the bytes of a collective once for each peer, EZTrace 2 gives those for one
// peer; both are converted where possible. Receives without their message, as EZTrace 2 leaves them, are counted, and
// mark the rank as incomplete. Source: the documentation of the OTF2 library (OTF2 3.0, Score-P project); its
// collectives as Score-P 3 and EZTrace 2.0 (Debian 12, MPICH) record them.
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
  /// `path` is that of the anchor, name.otf2; name.def and name/ are written beside it.
  static void write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses);
};

}  // namespace trgen::formats::otf2
