// SPDX-License-Identifier: Apache-2.0
// Where a rank stands in its trace, and what it has spent its cycles on.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/core/ids.hpp"
#include "fsin/workload/timeline.hpp"
#include "trgen/replay/event_reader.hpp"
#include "trgen/replay/flow.hpp"

namespace trgen::replay {

using fsin::Cycle;

struct Rank {
  Event head;               ///< what it does now
  Flow* flow = nullptr;     ///< of the send or receive at the head (sends: only where packets are matched)
  std::uint32_t token = 0;  ///< of the packets of the send at the head
  std::uint32_t node = 0;
  std::uint32_t peer_node = 0;     ///< of the receiver of the send at the head
  std::uint64_t packets_left = 0;  ///< of the send at the head
  Cycle ready = 1;                 ///< from this cycle on the send at the head could enter
  Cycle busy_until = 0;            ///< last cycle of the burst at the head
  Cycle last_active = 0;           ///< last cycle in which it passed an event, computed, or sent a packet
  std::uint64_t waited = 0;        ///< cycles spent waiting for messages, up to last_active
  std::uint64_t waited_room = 0;   ///< cycles spent waiting for room
  std::uint64_t computed = 0;      ///< cycles of all bursts begun

  bool at(Event::Kind kind) const { return head.kind == kind; }

  /// It does something in cycle `now`: whatever lies between that and what it did last was waiting.
  void active(Cycle now) {
    if (now > last_active + 1) (at(Event::Kind::send) ? waited_room : waited) += now - last_active - 1;
    last_active = std::max(last_active, now);
  }

  fsin::workload::RankAccount account(Cycle now) const {
    fsin::workload::RankAccount account{fsin::NodeId(node), computed_up_to(now), waited, waited_room,
                                        std::min(last_active, now)};
    if (at(Event::Kind::end)) return account;
    account.finished = now;
    if (now <= last_active) return account;
    if (at(Event::Kind::receive)) account.wait_message += now - last_active;
    if (at(Event::Kind::send)) account.wait_room += now - last_active;
    return account;
  }

  std::uint64_t computed_up_to(Cycle now) const {
    return at(Event::Kind::compute) && busy_until > now ? computed - (busy_until - now) : computed;
  }
};

}  // namespace trgen::replay
