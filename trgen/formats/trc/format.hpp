// SPDX-License-Identifier: Apache-2.0
// FSIN's own trace format: text, one event a line. The events of a node are in file order, nodes are interleaved in any
// way.
//
//   s <from> <to> <tag> <bytes>     `from` sends
//   r <from> <to> <tag> <bytes>     `to` receives
//   c <node> <time>                 the node computes, in ns
//
// Modelled: everything; node numbers are ranks. Not modelled: time units other than ns (the option trace_cpu_units of
// FSIN). Blank lines and comments (#) are read, but not written. If the last rank does nothing, a burst of length 0 is
// written for it, since the file does not say how many ranks there are. Source: the trace mode of INSEE (Ridruejo and
// Miguel-Alonso, INSEE: an interconnection network simulation and evaluation environment, Euro-Par 2005), from its
// files.
#pragma once

#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::trc {

struct Format {
  static constexpr std::string_view name = "trc";
  static constexpr std::string_view doc = "FSIN: s|r <from> <to> <tag> <bytes>, c <node> <ns>";
  static constexpr std::string_view suffix = ".trc";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
};

}  // namespace trgen::formats::trc
