// SPDX-License-Identifier: Apache-2.0
// The records of a rank as the sequence of its actions: compute, send, receive, end.
//
// Left out: states (of which only the times matter, as limits of CPU bursts), messages of a rank to itself with their
// receives, and, with Order::asap, everything but sends. A CPU burst is the time between SE and the next SS of the
// rank.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/settings.hpp"

namespace trgen::replay {

struct Event {
  enum class Kind : std::uint8_t { compute, send, receive, end, broken };
  Kind kind = Kind::end;
  std::int32_t tag = 0;
  std::uint32_t peer = 0;  ///< rank; never the rank itself
  std::uint32_t communicator = 0;
  std::uint64_t bytes = 0;
  std::uint64_t cycles = 0;  ///< compute: at least 1
  std::uint64_t record = 0;  ///< number of the record among those that the source has of this rank, from 1
  std::uint64_t line = 0;    ///< line in the trace file
};

/// A state that a rank has entered or left between two of its actions.
struct StateChange {
  std::uint16_t state = 0;
  bool enters = false;
};

class EventReader {
 public:
  EventReader(std::shared_ptr<const record::TraceSource> source, const ReplaySettings& settings);

  /// Memory per rank in bytes, without that of the cursor.
  static constexpr std::size_t bytes_per_rank();

  /// The next action of the rank; `broken` from then on once the trace could not be read, and failure() says why.
  /// States that it passes on the way are appended to `changes`, if any; the one that ends a burst is the last of them.
  Event next(std::uint32_t rank, std::vector<StateChange>* changes = nullptr);

  /// Saves and restores the position for a run that is continued later. load() reads the trace up to that position;
  /// failure() says when that went wrong.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

  const record::TraceSource& source() const { return *source_; }
  std::uint64_t records_read() const { return records_read_; }
  std::uint64_t self_messages() const { return self_messages_; }
  /// Whether next() answered `broken`, or load() failed.
  bool broken() const { return broken_; }
  std::string failure() const { return failure_.empty() ? cursor_->failure() : failure_; }

 private:
  struct Rank {
    std::uint64_t record = 0;
    std::uint64_t left_state = 0;  ///< time of the last SE, if `outside`
    Wide carry = 0;                ///< of the burst clock
    bool outside = false;          ///< the rank is between an SE and the next SS
  };

  bool burst_before(Rank& rank, const record::Record& record, Event& event);
  bool skips(const record::Record& record, std::uint32_t rank);

  std::shared_ptr<const record::TraceSource> source_;
  std::unique_ptr<record::TraceCursor> cursor_;
  Order order_;
  bool bursts_;
  BurstClock burst_clock_;
  std::uint64_t records_read_ = 0;
  std::uint64_t self_messages_ = 0;
  std::string failure_;
  bool broken_ = false;
  std::vector<Rank> ranks_;
};

constexpr std::size_t EventReader::bytes_per_rank() { return sizeof(Rank); }

}  // namespace trgen::replay
