// SPDX-License-Identifier: Apache-2.0
// From what a rank does (computes so long, sends, receives) to records with times.
//
// Formats without time stamps say only how long a rank computes between its calls. Here every rank has a clock that
// computing alone advances, and a message stands in a state of its own, so that the time between two calls is a CPU
// burst as in any other trace. A rank that begins by computing gets an empty MPI_Init before that, one that ends by
// computing an empty MPI_Finalize behind it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/problems.hpp"
#include "trgen/record/sink.hpp"

namespace trgen::formats {

/// What the reader of a line has to know to complain about it.
struct Place {
  io::Problems& problems;
  std::uint64_t line = 0;
};

class Steps {
 public:
  /// Ranks from `most_ranks` on are faults, unless announce() says otherwise.
  Steps(record::TraceFacts& facts, record::RecordSink& sink, std::uint64_t most_ranks)
      : facts_(facts), sink_(sink), most_(most_ranks) {}

  /// The trace says how many ranks it has: 1 to most_announced_ranks.
  void announce(std::uint32_t ranks);
  /// Whether there may be such a rank; if not, that is a fault. `what` is "rank", "destination" or the like.
  bool exists(std::uint64_t rank, std::string_view what, Place place);

  void compute(std::uint32_t rank, std::uint64_t ns, Place place);
  void enter(std::uint32_t rank, std::string_view state, std::uint64_t line);
  /// enter() with the facts of a collective, or a mark: kind, state and time are filled in.
  void enter(std::uint32_t rank, std::string_view state, record::Record start);
  void message(std::uint32_t rank, record::Record record);
  void leave(std::uint32_t rank, std::string_view state, std::uint64_t line);
  /// A call with one message in it.
  void call(std::uint32_t rank, std::string_view state, const record::Record& message);
  /// A call with nothing in it.
  void call(std::uint32_t rank, std::string_view state, std::uint64_t line);

  /// All is read: closes what is open and sets facts.ranks. A trace that names no rank is a fault.
  void finish(io::Problems& problems, std::uint64_t content_bytes);

  /// Largest rank or peer up to now, plus one.
  std::uint32_t ranks_seen() const { return seen_; }

 private:
  struct Progress {
    std::uint64_t clock_ns = 0;
    bool begun = false;      ///< it has a record
    bool computing = false;  ///< and it computed after the last one
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
