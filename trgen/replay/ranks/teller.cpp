// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/teller.hpp"

#include <algorithm>

namespace trgen::replay {

using fsin::workload::Activity;

void Teller::tell_burst(std::uint32_t rank, std::uint64_t cycles) const {
  const Cycle last = share_.all.ranks[rank].last_active;
  timeline()->span(rank, Activity::compute, last - cycles + 1, last);
}

void Teller::tell_passed(std::uint32_t rank, Cycle now, Cycle active) const {
  if (now > active + 1) timeline()->span(rank, Activity::wait_message, active + 1, now - 1);
  tell_busy(rank, std::max(active, now - 1));
}

void Teller::tell_busy(std::uint32_t rank, Cycle active) const {
  const Cycle last = share_.all.ranks[rank].last_active;
  if (last > active) timeline()->span(rank, Activity::send, active + 1, last);
}

void Teller::tell_call(std::uint32_t rank) const {
  const Rank& caller = share_.all.ranks[rank];
  if (caller.head.kind == programs::OperationKind::leave) return timeline()->leave(rank, caller.last_active);
  timeline()->enter(rank, share_.reader->call(rank, caller.head), caller.last_active + 1);
}

void Teller::tell_start(std::uint32_t rank) const {
  const programs::Operation& send = share_.all.ranks[rank].head;
  timeline()->starts(rank, send.peer, send.amount);
}

void Teller::tell_background(std::uint32_t rank, Cycle first) const {
  timeline()->background_from(rank, first, share_.outgoing.front(share_.all.outboxes[rank]).cause);
}

}  // namespace trgen::replay
