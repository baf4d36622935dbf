// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/event_reader.hpp"

#include <fmt/core.h>

namespace trgen::replay {

using record::Kind;
using record::Record;

EventReader::EventReader(std::shared_ptr<const record::TraceSource> source, const ReplaySettings& settings)
    : source_(std::move(source)),
      cursor_(source_->open()),
      order_(settings.order),
      bursts_(settings.bursts && settings.order == Order::causal),
      burst_clock_(settings.burst_clock),
      ranks_(source_->ranks()) {}

Event EventReader::next(std::uint32_t rank_number, std::vector<StateChange>* changes) {
  Rank& rank = ranks_[rank_number];
  Event event;
  Record record;
  while (failure_.empty() && cursor_->next(rank_number, record)) {
    ++records_read_;
    event.record = ++rank.record;
    event.line = record.line;
    if (changes != nullptr && !record::is_message(record.kind))
      changes->push_back({record.state, record.kind == Kind::state_start});
    if (burst_before(rank, record, event)) return event;
    if (!record::is_message(record.kind) || skips(record, rank_number)) continue;
    event.kind = record.kind == Kind::send ? Event::Kind::send : Event::Kind::receive;
    event.peer = record.peer;
    event.tag = record.tag;
    event.communicator = record.communicator;
    event.bytes = record.bytes;
    return event;
  }
  broken_ = broken_ || !failure().empty();
  event.kind = broken_ ? Event::Kind::broken : Event::Kind::end;
  return event;
}

bool EventReader::skips(const Record& record, std::uint32_t rank) {
  if (record.peer != rank) return order_ == Order::asap && record.kind == Kind::receive;
  self_messages_ += record.kind == Kind::send ? 1 : 0;
  return true;
}

bool EventReader::burst_before(Rank& rank, const Record& record, Event& event) {
  if (!bursts_ || record::is_message(record.kind)) return false;
  if (record.kind == Kind::state_end) {
    rank.outside = true;
    rank.left_state = record.time_ns;
    return false;
  }
  const bool counts = rank.outside && record.time_ns > rank.left_state;
  rank.outside = false;
  if (!counts) return false;
  const auto cycles = burst_clock_.cycles(record.time_ns - rank.left_state, rank.carry);
  if (!cycles) {
    failure_ = fmt::format(
        "{}: CPU burst of {} {} from {} to {} is longer than any program computes; correct the times or replay without "
        "cpu.scale",
        record::place(source_->name(), record), record.time_ns - rank.left_state,
        record::is_volume(source_->notes().clock) ? source_->notes().clock : "ns", rank.left_state, record.time_ns);
    event.kind = Event::Kind::broken;
    broken_ = true;
    return true;
  }
  event.kind = Event::Kind::compute;
  event.cycles = *cycles;
  return *cycles > 0;
}

}  // namespace trgen::replay
