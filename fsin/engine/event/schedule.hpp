// SPDX-License-Identifier: Apache-2.0
// Plans of a part of the network for later cycles: events of its routers, tails that will have been consumed, and polls
// of nodes.
#pragma once

#include <algorithm>

#include "fsin/core/bytes.hpp"
#include "fsin/engine/event/events.hpp"
#include "fsin/engine/event/poll_queue.hpp"
#include "fsin/engine/event/wheel.hpp"
#include "fsin/engine/packets.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::event {

struct Schedule {
  explicit Schedule(const Rules& rules)
      : events((Cycle{rules.packet_phits} + 1) * rules.links.slowest + rules.links.longest_delay + rules.credit_delay +
               rules.router_delay + 1),
        deliveries(Cycle{rules.packet_phits} * rules.links.slowest + 2) {}

  void add(Cycle at, Event event) { events.add(at, event, static_cast<unsigned>(event.kind())); }

  Wheel<Event, event_kinds> events;
  Wheel<PacketNumber> deliveries;  ///< packets by the cycle after their tail is consumed
  PollQueue polls;

  /// The next cycle in which anything happens; `never` if nothing will.
  Cycle next() const { return std::min({events.next(), polls.next(), deliveries.next()}); }

  /// Saves the plans between two cycles; `now` is the last cycle taken.
  void save(Cycle now, ByteWriter& out) const;
  void load(Cycle now, ByteReader& in);
};

}  // namespace fsin::engine::event
