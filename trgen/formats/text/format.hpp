// SPDX-License-Identifier: Apache-2.0
// The text format: one record a line, times in ns. The records of a rank are in file order, ranks are interleaved in
// any way.
//
//   #insee-trace 1
//   #ranks 64
//   <rank> <time> SS <MPI_Function> [ANY_SOURCE]
//   <rank> <time> MS <destination> <tag> <communicator> <bytes>
//   <rank> <time> MR <source> <tag> <communicator> <bytes>
//   <rank> <time> SE <MPI_Function>
//
// All header lines are optional. A line that starts with '#' and is no header is a comment. Blank lines, several blanks
// or tabs between fields, CR LF and a missing last newline are accepted. Source: INSEE's extended traces.
//
// Further facts, which the tracing library knows, stand in headers and after the fields of a record:
//   #clock cpu|wall|instructions|flops
//   #communicator <number> <ranks, e.g. 0-7,9,16-56:8>
//   #incomplete <rank> <why>
//   #not-captured <MPI_Function> <calls> <bytes>
//   #lost <count> <what>                 in the format from which the trace was converted
//   ... SS <MPI_Function> communicator=<number> [root=<rank>] sent=<bytes> received=<bytes>     a collective
//   ... MR <source> <tag> <communicator> <bytes> [any=source|tag|both] [match=<number>]         see record.hpp
#pragma once

#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::text {

struct Format {
  static constexpr std::string_view name = "text";
  static constexpr std::string_view doc = "one record a line: <rank> <time> SS|SE|MS|MR ...";
  static constexpr std::string_view suffix = ".txt";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
};

/// Reads header lines, and nothing else, into `facts`. Throws record::TraceError when there is anything else.
void read_header(io::Input& in, record::TraceFacts& facts);

}  // namespace trgen::formats::text
