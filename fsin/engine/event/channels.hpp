// SPDX-License-Identifier: Apache-2.0
// Which output channels of a router have room behind them: a mask, brought up to date where a channel changes. Three
// things change it, and nothing else does:
//
//   a start (visit)       may take the room away, from the next cycle on
//   a `leave` event       gives room at once, or at the tick at which the tail has gone
//   such a tick passes    seen at the next visit: channels for which one is awaited are `opening`
//
// A link that fails takes the room away for ever: ChannelRoom::fail().
//
// Routing algorithms that remember need the changes themselves (visit/look_back.hpp).
#pragma once

#include "fsin/engine/event/state.hpp"
#include "fsin/engine/limits.hpp"
#include "fsin/router/params.hpp"

namespace fsin::engine::event {

static_assert(router::max_queue_packets < failed_packets && failed_packets + router::max_queue_packets < 256);

/// The link has failed.
inline bool has_failed(const Channel& channel) { return channel.ahead >= failed_packets; }

/// The packet that leaves the next queue keeps its slot until its tail has gone, or until a newcomer takes it over.
inline bool slot_leaves(const Channel& channel, Tick now) {
  return (unsigned{now < channel.gone_at} & unsigned{channel.leaver_slot != network::Slot::taken}) != 0;
}

/// A newcomer comes to a queue, maybe while a packet leaves it.
inline void newcomer(network::Slot& leaver_slot, bool meets_leaver) {
  leaver_slot = static_cast<network::Slot>(static_cast<unsigned>(leaver_slot) | unsigned{meets_leaver});
}

/// There is no room, but a slot becomes free at `gone_at`.
inline bool opens_later(const Channel& channel, unsigned slots, Tick now) {
  return channel.ahead + 1U == slots && slot_leaves(channel, now);
}

/// There is a place for it.
inline void note_change(RoomHistory& history, const network::RoomChange& change) {
  unsigned place = history.count++;
  for (; place > 0 && history.changes[place - 1].from > change.from; --place) {
    history.changes[place] = history.changes[place - 1];
  }
  history.changes[place] = change;
}

}  // namespace fsin::engine::event
