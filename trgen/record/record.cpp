// SPDX-License-Identifier: Apache-2.0
// Prints records as words, for messages.
#include <fmt/format.h>

#include "trgen/record/source.hpp"

namespace trgen::record {

const TraceNotes& TraceSource::notes() const {
  static const TraceNotes none;
  return none;
}

const Losses& TraceSource::losses() const {
  static const Losses none;
  return none;
}

CallCensus TraceSource::census() const {
  CensusTaker taker;
  const auto cursor = open();
  Record record;
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    while (cursor->next(rank, record)) taker.add(rank, record);
  }
  stop_at_failure(*this, *cursor);
  return taker.take();
}

std::uint64_t TraceSource::number_in_file(std::uint32_t /*rank*/, std::uint64_t number) const { return number; }

void stop_at_failure(const TraceSource& trace, const TraceCursor& cursor) {
  if (!cursor.failure().empty()) throw TraceError(fmt::format("{}: {}", trace.name(), cursor.failure()));
}

std::string describe(const Record& record, std::span<const std::string> state_names) {
  if (is_message(record.kind)) {
    return fmt::format("{} {} {} {} {}", kind_name(record.kind), record.peer, record.tag, record.communicator,
                       record.bytes);
  }
  const std::string_view state = record.state < state_names.size() ? std::string_view(state_names[record.state]) : "?";
  return fmt::format("{} {}{}", kind_name(record.kind), state, record.any_source ? " ANY_SOURCE" : "");
}

std::string place(std::string_view trace_name, const Record& record) {
  return fmt::format("{}:{}", trace_name, record.line);
}

}  // namespace trgen::record
