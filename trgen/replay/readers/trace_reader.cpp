// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/readers/trace_reader.hpp"

#include <utility>

namespace trgen::replay {

using programs::Operation;
using programs::OperationKind;
using record::Kind;
using record::Record;

TraceReader::TraceReader(std::shared_ptr<const record::TraceSource> source, const AnySource& any_source)
    : RecordReader(std::move(source), any_source), ranks_(source_->ranks()) {}

bool TraceReader::next(std::uint32_t rank, Operation& out) {
  Position& at = ranks_[rank];
  if (at.enters) {
    at.enters = false;
    out = {.kind = OperationKind::enter, .state = at.state};
    return true;
  }
  Record record;
  while (cursor_->next(rank, record)) {
    ++records_read_;
    ++at.record;
    at.line = record.line;
    switch (record.kind) {
      case Kind::state_end:
        at.outside = true;
        at.left_state = record.time_ns;
        if (unused_.calls) break;
        out = {.kind = OperationKind::leave, .state = record.state};
        return true;
      case Kind::state_start:
        if (start_state(at, record, out)) return true;
        break;
      case Kind::receive:
        if (unused_.receives) break;
        out = any_source_.receive(record, at.in_marked_state, rank);
        return true;
      case Kind::send:
        out = {.kind = OperationKind::send,
               .tag = record.tag,
               .peer = record.peer,
               .communicator = record.communicator,
               .amount = record.bytes};
        return true;
    }
  }
  return false;
}

/// The burst before the state, or else the state itself. False: neither is wanted.
bool TraceReader::start_state(Position& at, const Record& record, Operation& out) const {
  const bool burst = at.outside && record.time_ns > at.left_state && !unused_.bursts;
  at.outside = false;
  at.in_marked_state = record.any_source;
  at.state = record.state;
  at.enters = burst && !unused_.calls;
  if (!burst && unused_.calls) return false;
  out = {.kind = OperationKind::enter, .state = record.state};
  if (burst) out = {.kind = OperationKind::compute, .amount = record.time_ns - at.left_state};
  return true;
}

void TraceReader::save(fsin::ByteWriter& out) const { out(records_read_, ranks_); }

void TraceReader::load(fsin::ByteReader& in) {
  in(records_read_, ranks_);
  read_again([this](std::uint32_t rank) { return ranks_[rank].record; });
}

}  // namespace trgen::replay
