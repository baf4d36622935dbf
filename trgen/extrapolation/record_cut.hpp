// SPDX-License-Identifier: Apache-2.0
// Cuts the records of a rank into calls, messages, and pieces of collectives.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "trgen/extrapolation/exchange.hpp"
#include "trgen/programs/expand/traced_call.hpp"
#include "trgen/record/source.hpp"

namespace trgen::extrapolation {

/// `to` gets, in the order of the rank: begin(start), end(end), message(record), and piece(around, records), the
/// messages of a collective in a state. Throws record::TraceError where states are not balanced, or the trace cannot be
/// read.
template <class Visitor>
void cut(const record::TraceSource& trace, record::TraceCursor& cursor, std::uint32_t rank, Visitor& to) {
  std::vector<record::Record> open;
  std::vector<record::Record> piece;
  record::Record record;
  const auto flush = [&] {
    if (!piece.empty()) to.piece(open.back(), piece);
    piece.clear();
  };
  while (cursor.next(rank, record)) {
    if (!open.empty() && is_of_collective(record)) {
      const bool in_collective = programs::expand::kind_of(trace.state_names()[open.back().state]).has_value();
      if (!piece.empty() &&
          (piece.back().communicator != record.communicator || (!in_collective && piece.back().tag != record.tag))) {
        flush();
      }
      piece.push_back(record);
      continue;
    }
    flush();
    switch (record.kind) {
      case record::Kind::state_start:
        open.push_back(record);
        to.begin(record);
        break;
      case record::Kind::state_end:
        if (open.empty() || open.back().state != record.state) {
          throw record::TraceError(fmt::format("{}: rank {} leaves {} without being in it; see trgen check",
                                               record::place(trace.name(), record), rank,
                                               trace.state_names()[record.state]));
        }
        open.pop_back();
        to.end(record);
        break;
      default:
        to.message(record);
    }
  }
  record::stop_at_failure(trace, cursor);
  if (!open.empty()) {
    throw record::TraceError(fmt::format("{}: rank {} ends in {}; only whole traces can be extrapolated", trace.name(),
                                         rank, trace.state_names()[open.back().state]));
  }
}

}  // namespace trgen::extrapolation
