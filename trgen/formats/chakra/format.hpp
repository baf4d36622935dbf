// SPDX-License-Identifier: Apache-2.0
// Chakra execution traces as traces of records: one file PREFIX.<rank>.et for each rank.
//
// A rank of a trace does one thing after the other, so its nodes are put in an order that respects their dependencies
// (graph.hpp); a node that need not have waited for the one before it, unless that is a send, is counted as a loss. The
// program `chakra` keeps nodes that run side by side. A collective becomes a state with its facts; those of a process
// group, whose members the trace does not name, become a state alone, and are counted. Circular dependencies are
// refused with the ids of the nodes. Written are nodes for sends, receives, computing, and for collectives whose
// messages the trace does not show; each waits for the one before it or, where that is a send, for the one before that,
// since a rank does not wait for the delivery of its messages.
//
// Memory: the nodes of one rank. Sources: the schema of MLCommons Chakra (mlcommons/chakra, 2026-05); S. Sridharan et
// al., "Chakra: advancing performance benchmarking and co-design using standardized execution traces",
// arXiv:2305.14516.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::chakra {

struct Format {
  static constexpr std::string_view name = "chakra";
  static constexpr std::string_view doc = "Chakra execution traces of MLCommons: a file PREFIX.<rank>.et for each rank";
  static constexpr std::string_view suffix = ".0.et";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  /// `path` is that of the file of rank 0, PREFIX.0.et.
  static void write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses);
};

}  // namespace trgen::formats::chakra
