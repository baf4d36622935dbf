// SPDX-License-Identifier: Apache-2.0
// The records of one rank on their way from a reader to the sink, where some have to wait for what the file says later:
// the facts of a collective, or which message a receive took. Order is kept; memory is bounded.
#pragma once

#include <cstdint>
#include <deque>

#include "trgen/record/sink.hpp"

namespace trgen::formats {

class HeldRecords {
 public:
  using Ticket = std::uint64_t;

  /// Records held at most; then the oldest leaves as it is.
  static constexpr std::size_t most = std::size_t{1} << 16;

  /// `count` goes up by one with every record that leaves.
  HeldRecords(record::RecordSink& sink, std::uint64_t& count) : sink_(sink), count_(count) {}

  /// From now on records are of this rank. Those of the last one leave.
  void begin(std::uint32_t rank);
  /// A record that is complete.
  void add(const record::Record& record);
  /// A record that waits until settle().
  Ticket hold(const record::Record& record);
  /// A record that waits, to be completed; null when it has left already.
  record::Record* find(Ticket ticket);
  void settle(Ticket ticket);
  /// All that waits leaves as it is.
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
