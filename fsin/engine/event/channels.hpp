// SPDX-License-Identifier: Apache-2.0
// The output channels of a router that have room behind them: a mask, updated when a channel changes. Only three things
// change it:
//
//   a start (visit)       may take the room away, from the next cycle on
//   a `leave` event       gives room at once, or at the tick at which the tail has left
//   such a tick passes    noticed at the next visit: channels that wait for one are `opening`
//
// A failed link takes the room away until it comes back: ChannelRoom::fail(), restore().
//
// Routing algorithms that remember also need the list of changes (visit/look_back.hpp).
#pragma once

#include "fsin/engine/event/state.hpp"
#include "fsin/engine/limits.hpp"
#include "fsin/router/params.hpp"

namespace fsin::engine::event {

static_assert(router::max_queue_packets < failed_packets && failed_packets + router::max_queue_packets < 256);

/// True if the link of the channel has failed.
inline bool has_failed(const Channel& channel) { return channel.ahead >= failed_packets; }

/// True while a packet that leaves the next queue holds its slot: until its tail has left or a newcomer has taken the
/// slot over.
inline bool slot_leaves(const Channel& channel, Tick now) {
  return (unsigned{now < channel.gone_at} & unsigned{channel.leaver_slot != network::Slot::taken}) != 0;
}

/// Notes that a packet is sent to a queue, maybe while another packet leaves it.
inline void newcomer(network::Slot& leaver_slot, bool meets_leaver) {
  leaver_slot = static_cast<network::Slot>(static_cast<unsigned>(leaver_slot) | unsigned{meets_leaver});
}

/// True if there is no room, but a slot becomes free at `gone_at`.
inline bool opens_later(const Channel& channel, unsigned slots, Tick now) {
  return channel.ahead + 1U == slots && slot_leaves(channel, now);
}

/// Appends a change of room to the history, which has space for it.
inline void note_change(RoomHistory& history, const network::RoomChange& change) {
  unsigned place = history.count++;
  for (; place > 0 && history.changes[place - 1].from > change.from; --place) {
    history.changes[place] = history.changes[place - 1];
  }
  history.changes[place] = change;
}

}  // namespace fsin::engine::event
