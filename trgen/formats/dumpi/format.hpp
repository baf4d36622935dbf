// SPDX-License-Identifier: Apache-2.0
// DUMPI traces, written by SST's MPI profiling library: for each rank a file NAME-0000.txt as dumpi2ascii prints it, or
// NAME-0000.bin as the library writes it, and an index, NAME.meta. Both forms are read, the text is written.
//
// Modelled: every call with its wall times; point-to-point calls with their requests, wildcards and cancelling;
// collectives with their facts; communicators made by split, dup, create (from groups by incl and excl), cart and
// graph; sizes of derived types as far as the calls that make them tell. A receive becomes a record when the call that
// completes it returns. Not modelled, but counted: CPU times and performance counters beside wall times, threads other
// than 0, one-sided communication, files, processes that are spawned or connected. In the binary form only the calls in
// signatures.cpp are known; any other call is an error. Source: the files of sst-dumpi 1.0 to 13 (SST project), and the
// texts of its dumpi2ascii.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::dumpi {

struct Format {
  static constexpr std::string_view name = "dumpi";
  static constexpr std::string_view doc = "SST DUMPI: NAME.meta and a file of calls a rank, text (written) or binary";
  static constexpr std::string_view suffix = ".meta";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  /// `path` is that of the index, name.meta. The files name-0000.txt and so on are written beside it.
  static void write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses);
};

}  // namespace trgen::formats::dumpi
