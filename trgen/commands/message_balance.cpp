// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/message_balance.hpp"

#include <fmt/format.h>

namespace trgen::commands {

using record::Kind;
using record::Record;

MessageBalance::MessageBalance(const record::TraceSource& trace) {
  const auto cursor = trace.open();
  Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (cursor->next(rank, record)) {
      if (!record::is_message(record.kind)) continue;
      Count& count = counts_[{channel_of(rank, record), record.bytes}];
      (record.kind == Kind::send ? count.sent : count.received) += 1;
      messages_ += record.kind == Kind::send ? 1 : 0;
    }
  }
  record::stop_at_failure(trace, *cursor);
}

}  // namespace trgen::commands
