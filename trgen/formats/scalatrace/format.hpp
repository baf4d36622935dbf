// SPDX-License-Identifier: Apache-2.0
// Traces of ScalaTrace 2: one file of all ranks, whose calls are already folded into loops and sets of ranks. It is
// read where it lies: a rank walks through the loops, and nothing is expanded or stored.
//
//   RANKS: 1 -1 0 4 1                                       the ranks of the event (rank_lists.hpp)
//   EVENT1: 1113 46bb08_46bbc7                              number of the function, addresses of the call path
//   COMP 4b-0: 46bb00 (8 2.25 3 1.00 0 4.00){0.00 1.00 1.00 1.00 1.60 5}{1.60 2.00 3.00 4.00 4.00 3}
//   COMM 4b-0: 46bb00 (8 6.00 0 6.00 0 6.00){...}           times before and within the call, by the call before it
//   LOOP0: iter: ( 10 )[ 1 -1 0 4 1 ] mem: ( 2 )[ 1 -1 0 4 1 ]
//   10 2                                                    parameters: number (hexadecimal) and values of all ranks,
//   1a ( 1 )[ 1 -1 0 2 2 ]                                  or of some ranks; several values are taken in turn
//   1a ( 3 )[ 1 -1 1 2 2 ]
//
// Modelled: loops, sets of ranks, values in turn, partners relative to the rank, requests, communicators that are
// duplicated or split, collectives with their facts, wildcards (play.hpp finds a possible order, since the file does
// not say what they took). Times: a histogram (number, mean, rank of minimum, minimum, rank of maximum, maximum; then
// buckets: begin, minimum, mean, maximum, end, number) becomes its mean, that of its buckets, which keeps the total;
// what differs between ranks and executions is lost. In files with counted instructions (4c), a clock of instructions
// advances by computing alone. Not modelled, but counted or refused: partners that are histograms, groups, persistent
// requests, Waitany and Test, sizes of derived types. Bytes of a receive are those of its buffer.
// Source: X. Wu, F. Mueller, "Elastic and Scalable Tracing and Accurate Replay of Non-Deterministic Events" (ICS 2013);
// M. Noeth, P. Ratn, F. Mueller, M. Schulz, B. de Supinski, "ScalaTrace" (JPDC 2009); the files and the documentation
// of ScalaTrace-TI (F. Suter, H. Casanova), as observed.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::scalatrace {

struct Format {
  static constexpr std::string_view name = "scalatrace";
  static constexpr std::string_view doc = "ScalaTrace 2: calls in loops and sets of ranks, RANKS: ... EVENT0: ...";
  static constexpr std::string_view suffix = ".scalatrace";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static std::shared_ptr<const record::TraceSource> open(io::Input& in, const ReadOptions& options);
};

}  // namespace trgen::formats::scalatrace
