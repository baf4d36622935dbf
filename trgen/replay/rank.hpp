// SPDX-License-Identifier: Apache-2.0
// The state of a rank in its trace, and how it has spent its cycles.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/core/ids.hpp"
#include "fsin/workload/report.hpp"
#include "trgen/replay/event_reader.hpp"
#include "trgen/replay/flow.hpp"

namespace trgen::replay {

using fsin::Cycle;

struct Rank {
  Event head{.kind = Event::Kind::compute};  ///< its current action; before the first one, a burst of no cycles
  Flow* flow = nullptr;                      ///< flow of the receive at the head
  Cycle busy_until = 0;                      ///< last cycle of the burst at the head
  Cycle last_active = 0;                     ///< last cycle in which it completed an action or computed
  std::uint64_t waited = 0;                  ///< cycles of waiting for messages, up to last_active
  std::uint64_t computed = 0;                ///< cycles of all bursts that have begun

  bool at(Event::Kind kind) const { return head.kind == kind; }

  /// The rank completes an action in cycle `now` without having waited for a message.
  void active(Cycle now) { last_active = std::max(last_active, now); }

  /// The rank completes a receive in cycle `now`: it has waited since its last activity.
  void received(Cycle now) {
    if (now > last_active + 1) waited += now - last_active - 1;
    active(now);
  }

  fsin::workload::RankAccount account(std::uint32_t node, Cycle now) const {
    fsin::workload::RankAccount account;
    account.node = fsin::NodeId(node);
    account.compute = computed_up_to(now);
    account.wait_message = waited;
    account.finished = std::min(last_active, now);
    if (at(Event::Kind::end)) return account;
    account.finished = now;
    if (at(Event::Kind::receive) && now > last_active) account.wait_message += now - last_active;
    return account;
  }

  std::uint64_t computed_up_to(Cycle now) const {
    return at(Event::Kind::compute) && busy_until > now ? computed - (busy_until - now) : computed;
  }
};

}  // namespace trgen::replay
