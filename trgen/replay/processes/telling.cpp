// SPDX-License-Identifier: Apache-2.0
// What a share tells a timeline of its ranks (fsin/workload/timeline.hpp). Bursts are told where they begin.
#include <algorithm>

#include "trgen/replay/processes/process_share.hpp"

namespace trgen::replay {

using fsin::workload::Activity;
using programs::OperationKind;

/// The rank has gone on in cycle `now`; before, it was active up to cycle `active`.
void ProcessShare::tell_passed(std::uint32_t rank, Cycle now, Cycle active) const {
  if (timeline() == nullptr) return;
  if (now > active + 1) timeline()->span(rank, Activity::wait_message, active + 1, now - 1);
  tell_busy(rank, std::max(active, now - 1));
}

/// The rank is busy with what its calls cost, behind cycle `active`.
void ProcessShare::tell_busy(std::uint32_t rank, Cycle active) const {
  const Cycle last = all_.processes[rank].last_active;
  if (timeline() != nullptr && last > active) timeline()->span(rank, Activity::send, active + 1, last);
}

/// The operation at the head enters or leaves a function.
void ProcessShare::tell_call(std::uint32_t rank) const {
  if (timeline() == nullptr) return;
  const Process& process = all_.processes[rank];
  if (process.head.kind == OperationKind::leave) return timeline()->leave(rank, process.last_active);
  timeline()->enter(rank, reader_->call(rank, process.head), process.last_active + 1);
}

/// The operation at the head sends a message, or starts it.
void ProcessShare::tell_start(std::uint32_t rank) const {
  const programs::Operation& send = all_.processes[rank].head;
  if (timeline() != nullptr) timeline()->starts(rank, send.peer, send.amount);
}

/// The first message of the rank's outbox can leave from cycle `first` on.
void ProcessShare::tell_background(std::uint32_t rank, Cycle first) const {
  if (timeline() != nullptr) timeline()->background_from(rank, first, outboxes_.front(rank).cause);
}

}  // namespace trgen::replay
