// SPDX-License-Identifier: Apache-2.0
// Buffers the records of one rank on their way from a reader to the sink, where a record has to wait for something
// later in the file: the facts of a collective, or the message that a receive took. The order is kept, and memory is
// bounded.
#pragma once

#include <cstdint>
#include <deque>

#include "trgen/record/sink.hpp"

namespace trgen::formats {

class HeldRecords {
 public:
  using Ticket = std::uint64_t;

  /// The most records that are held; beyond it, the oldest leaves as it is.
  static constexpr std::size_t most = std::size_t{1} << 16;

  /// Passes records on to `sink`, and increases `count` with each.
  HeldRecords(record::RecordSink& sink, std::uint64_t& count) : sink_(sink), count_(count) {}

  /// Begins the records of a rank; those of the rank before leave.
  void begin(std::uint32_t rank);
  /// Adds a record that is complete.
  void add(const record::Record& record);
  /// Adds a record that waits until settle().
  Ticket hold(const record::Record& record);
  /// The record of a ticket, to be completed; null when it has left.
  record::Record* find(Ticket ticket);
  void settle(Ticket ticket);
  /// Passes on all records that still wait, as they are.
  void finish();

 private:
  struct Held {
    record::Record record;
    bool waits = false;
  };

  void leave();

  record::RecordSink& sink_;
  std::uint64_t& count_;
  std::uint32_t rank_ = 0;
  std::deque<Held> held_;
  Ticket first_ = 0;  ///< ticket of the front of held_
};

}  // namespace trgen::formats
