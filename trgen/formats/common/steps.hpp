// SPDX-License-Identifier: Apache-2.0
// Converts the actions of a rank (computing for some time, sends, receives) to records with times.
//
// Formats without time stamps only say how long a rank computes between its calls. Here every rank has a clock that
// advances by computing alone, and each message stands in a state of its own, so that the time between two calls is a
// CPU burst as in any other trace. A rank that begins by computing gets an empty MPI_Init before it, and one that ends
// by computing an empty MPI_Finalize after it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/problems.hpp"
#include "trgen/record/sink.hpp"

namespace trgen::formats {

/// Place of a line, for messages about it.
struct Place {
  io::Problems& problems;
  std::uint64_t line = 0;
};

class Steps {
 public:
  /// Rank numbers from `most_ranks` on are faults, unless announce() raises the limit.
  Steps(record::TraceFacts& facts, record::RecordSink& sink, std::uint64_t most_ranks)
      : facts_(facts), sink_(sink), most_(most_ranks) {}

  /// The trace announces its number of ranks, 1 to most_announced_ranks.
  void announce(std::uint32_t ranks);
  /// True when a rank of this number may exist; if not, a fault is reported. `what` is "rank", "destination" or the
  /// like.
  bool exists(std::uint64_t rank, std::string_view what, Place place);

  void compute(std::uint32_t rank, std::uint64_t ns, Place place);
  void enter(std::uint32_t rank, std::string_view state, std::uint64_t line);
  /// Enters a state with the facts of a collective, or with the marks of wildcards; kind, state and time are filled in
  /// here.
  void enter(std::uint32_t rank, std::string_view state, record::Record start);
  void message(std::uint32_t rank, record::Record record);
  void leave(std::uint32_t rank, std::string_view state, std::uint64_t line);
  /// A call that contains one message.
  void call(std::uint32_t rank, std::string_view state, const record::Record& message);
  /// A call that contains nothing.
  void call(std::uint32_t rank, std::string_view state, std::uint64_t line);

  /// Ends the trace: closes open states and sets facts.ranks. A trace that names no rank is a fault.
  void finish(io::Problems& problems, std::uint64_t content_bytes);

 private:
  struct Progress {
    std::uint64_t clock_ns = 0;
    bool begun = false;      ///< the rank has a record
    bool computing = false;  ///< the rank has computed since its last record
  };

  Progress& progress(std::uint32_t rank);
  void add(std::uint32_t rank, record::Record record);
  std::uint16_t state_number(std::string_view state);

  record::TraceFacts& facts_;
  record::RecordSink& sink_;
  std::uint64_t most_;
  std::uint32_t seen_ = 0;
  std::vector<Progress> ranks_;
};

}  // namespace trgen::formats
