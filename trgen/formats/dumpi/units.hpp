// SPDX-License-Identifier: Apache-2.0
// Divides the records of one rank into calls with their messages, for a format that writes whole calls. Also looks
// ahead for the messages of nonblocking receives, which come later in the trace.
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
  std::optional<record::Record> start;  ///< empty: a message outside any function
  std::uint64_t start_ns = 0;
  std::uint64_t stop_ns = 0;
  std::vector<record::Record> messages;
  bool cut = false;  ///< one of several parts of a function with very many messages
};

/// Losses of the division into calls, counted.
struct Cutting {
  std::uint64_t nested = 0;      ///< functions within others
  std::uint64_t unbalanced = 0;  ///< functions that are not left, or are left without being entered
};

class Units {
 public:
  static constexpr std::size_t most_messages = std::size_t{1} << 16;

  Units(const record::TraceSource& trace, record::TraceCursor& cursor, std::uint32_t rank)
      : trace_(trace), cursor_(cursor), rank_(rank) {}

  /// The next call; false at the end of the rank. Throws record::TraceError when the trace cannot be read.
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
  bool part_ = false;  ///< a part of the open function has been returned already
};

/// True for a call of MPI_Wait* or MPI_Test* in which only receives complete.
bool completes_receives(const Unit& unit, std::string_view name);
/// True when the unit posts a receive, without its message.
bool posts_receive(const Unit& unit, std::string_view name);

/// Reads ahead of the writer, for the receives that the posted ones turn out to be, in the order of posting.
class Lookahead {
 public:
  Lookahead(const record::TraceSource& trace, record::TraceCursor& cursor, std::uint32_t rank)
      : trace_(trace), units_(trace, cursor, rank) {}

  /// The message that the next posted receive takes; empty when it never completes.
  std::optional<record::Record> next();

 private:
  const record::TraceSource& trace_;
  Units units_;
  std::uint64_t open_ = 0;  ///< receives that are posted and have no message yet
  std::deque<record::Record> found_;
  bool ended_ = false;
};

}  // namespace trgen::formats::dumpi
