// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collectives/expansion.hpp"

#include <cmath>

namespace trgen::programs::collectives {

void Expansion::round(std::uint32_t v, std::uint32_t number, std::uint32_t first_request, Operations& out) const {
  Round round;
  round.clear(call_.kind);
  chosen_.algorithm->round(call_, v, number, round);
  const bool context = apart_ == Apart::context && call_.library == Library::mpich;
  const std::uint32_t communicator = context ? communicator_ | 1U : communicator_;
  const std::int32_t tag = context ? tag_of(call_.library, round.kind()) : private_tag_of(call_.library, round.kind());
  const auto transfers = round.transfers();
  const Settled settled = round.settled();
  if (transfers.size() == 1 && settled.count == 0 && !transfers.front().stays_open()) {
    const Transfer& only = transfers.front();
    if (only.sends()) {
      out.send(group_[only.peer], only.data.bytes, tag, communicator);
    } else {
      out.receive(group_[only.peer], only.data.bytes, tag, communicator);
    }
  } else {
    const std::uint32_t first_slot = first_request + most_beside_open;
    std::uint32_t own = 0;
    for (const Transfer& each : transfers) {
      const std::uint32_t request = each.stays_open() ? first_slot + each.slot : first_request + own++;
      if (each.sends()) {
        out.send_start(request, group_[each.peer], each.data.bytes, tag, communicator);
      } else {
        out.receive_start(request, group_[each.peer], each.data.bytes, tag, communicator);
      }
    }
    if (settled.count > 0) out.wait(first_slot + settled.first, settled.count);
    if (own > 0) out.wait(first_request, own);
  }
  if (ns_per_byte_ > 0) {
    out.compute(static_cast<std::uint64_t>(std::llround(static_cast<double>(round.reduced()) * ns_per_byte_)));
  }
}

}  // namespace trgen::programs::collectives
