// SPDX-License-Identifier: Apache-2.0
// Plans of a part of the network for later cycles: events of its routers, tails that will have been consumed, and polls
// of nodes.
//
// Events lie in a wheel that reaches as far as packets and usual delays do. Those of a longer delay (a link of 30 ms is
// a hundred million cycles) are few, since a link carries no more packets than the queue at its end has slots: they
// wait in a heap until the wheel reaches them.
#pragma once

#include <algorithm>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/engine/event/events.hpp"
#include "fsin/engine/event/poll_queue.hpp"
#include "fsin/engine/event/wheel.hpp"
#include "fsin/engine/packets.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::event {

class Schedule {
 public:
  struct FarEvent {
    Cycle at;
    Event event;
    bool operator<(const FarEvent& other) const { return at > other.at; }
  };

  /// `delays_in_wheel`: cycles of delay of links, routers and credits, all together, that the wheel has room for.
  Schedule(const Rules& rules, Cycle delays_in_wheel);

  /// True when the wheel reaches every event that there can be. Events are added to the wheel itself then.
  bool all_near() const { return all_near_; }
  /// Adds an event in the wheel's reach.
  void add_near(Cycle at, Event event) { events.add(at, event, static_cast<unsigned>(event.kind())); }
  /// Adds an event of any later cycle. Not for the path of every event: the comparison, and the code behind it, cost
  /// 7 % of a run.
  void add(Cycle at, Event event) { at < beyond_ ? add_near(at, event) : add_far(at, event); }
  /// Begins a cycle, in which add() counts from now on; must precede the taking of its events.
  void begin(Cycle now) {
    beyond_ = now + events.horizon() + 1;
    if (far_next_ < beyond_) [[unlikely]]
      bring_near();
  }

  Wheel<Event, event_kinds> events;
  Wheel<PacketNumber> deliveries;  ///< packets by the cycle after their tail is consumed
  PollQueue polls;

  /// The next cycle in which anything happens; `never` if nothing will.
  Cycle next() const { return std::min({events.next(), far_next_, polls.next(), deliveries.next()}); }

  /// Saves the plans between two cycles; `now` is the last cycle taken.
  void save(Cycle now, ByteWriter& out) const;
  void load(Cycle now, ByteReader& in);

 private:
  void add_far(Cycle at, Event event);
  void bring_near();

  bool all_near_;
  Cycle beyond_;  ///< first cycle that the wheel does not reach
  Cycle far_next_ = never;
  std::vector<FarEvent> far_;  ///< a heap
};

}  // namespace fsin::engine::event
