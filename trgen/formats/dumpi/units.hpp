// SPDX-License-Identifier: Apache-2.0
// The records of one rank cut into calls with the messages within, for a format that writes whole calls; and what a
// nonblocking receive will take, which is known only later in the trace.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats::dumpi {

struct Unit {
  std::optional<record::Record> start;  ///< none: a message outside any function
  std::uint64_t start_ns = 0;
  std::uint64_t stop_ns = 0;
  std::vector<record::Record> messages;
  bool cut = false;  ///< one of several parts of a function with very many messages
};

/// What the cutting loses, counted.
struct Cutting {
  std::uint64_t nested = 0;      ///< functions within others
  std::uint64_t unbalanced = 0;  ///< functions that are not left, or left without being entered
};

class Units {
 public:
  static constexpr std::size_t most_messages = std::size_t{1} << 16;

  Units(const record::TraceSource& trace, record::TraceCursor& cursor, std::uint32_t rank)
      : trace_(trace), cursor_(cursor), rank_(rank) {}

  /// The next unit; false at the end of the rank. Throws record::TraceError when the trace cannot be read.
  bool next(Unit& unit);
  const Cutting& cutting() const { return cutting_; }

 private:
  bool read(record::Record& record);

  const record::TraceSource& trace_;
  record::TraceCursor& cursor_;
  std::uint32_t rank_;
  Cutting cutting_;
  std::optional<record::Record> open_;
  std::uint64_t depth_ = 0;
  std::uint64_t last_ns_ = 0;
  bool part_ = false;  ///< the open function has lost a part already
};

/// Whether a unit is a call of MPI_Wait*, MPI_Test* that nothing but receives completes in.
bool completes_receives(const Unit& unit, std::string_view name);
/// Whether it is the posting of a receive, without the message itself.
bool posts_receive(const Unit& unit, std::string_view name);

/// Runs ahead of the writer: the receives that posted ones turn out to be, in their order.
class Lookahead {
 public:
  Lookahead(const record::TraceSource& trace, record::TraceCursor& cursor, std::uint32_t rank)
      : trace_(trace), units_(trace, cursor, rank) {}

  /// What the next posted receive takes; nothing when it never completes.
  std::optional<record::Record> next();

 private:
  const record::TraceSource& trace_;
  Units units_;
  std::uint64_t open_ = 0;  ///< posted, and no message yet
  std::deque<record::Record> found_;
  bool ended_ = false;
};

}  // namespace trgen::formats::dumpi
