// SPDX-License-Identifier: Apache-2.0
// Merges the records of all ranks by time, for formats whose files are sorted by it. Memory: one record for each rank.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats {

/// Calls visit(rank, record) for every record. A rank keeps its order, even where its time goes backwards; at equal
/// times the lower rank comes first. Throws record::TraceError when the trace cannot be read to its end.
template <class Visit>
void merge_by_time(const record::TraceSource& trace, Visit&& visit) {
  struct Next {
    std::uint64_t time = 0;  ///< never earlier than the last record of the rank
    std::uint32_t rank = 0;
    bool operator>(const Next& other) const { return std::tie(time, rank) > std::tie(other.time, other.rank); }
  };
  const auto cursor = trace.open();
  std::vector<record::Record> records(trace.ranks());
  std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    if (cursor->next(rank, records[rank])) queue.push({records[rank].time_ns, rank});
  }
  while (!queue.empty()) {
    Next next = queue.top();
    queue.pop();
    record::Record& record = records[next.rank];
    // As long as the next record of a rank is the earliest of all, the rank goes on without the queue.
    do {
      visit(next.rank, std::as_const(record));
      if (!cursor->next(next.rank, record)) {
        next.rank = trace.ranks();
        break;
      }
      next.time = std::max(next.time, record.time_ns);
    } while (queue.empty() || queue.top() > next);
    if (next.rank < trace.ranks()) queue.push(next);
  }
  record::stop_at_failure(trace, *cursor);
}

}  // namespace trgen::formats
