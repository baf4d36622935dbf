// SPDX-License-Identifier: Apache-2.0
// Which output channels of a router have room behind them and which have no owner: two masks, brought up to date where
// a channel changes. Four things change one, and nothing else does:
//
//   a grant (visit)            takes `unowned` away
//   a start (visit)            may take `room` away, from the next cycle on; the owner leaves at a tick that is known
//   then a `leave` event            gives `room` at once, or at the tick at which the tail has gone such a tick passes
//   seen at the next visit: channels for which one is awaited are `timed`
//
// Routing algorithms that remember also need the changes of `room` themselves (look_back.hpp).
#pragma once

#include "fsin/engine/event/state.hpp"

namespace fsin::engine::event {

/// The packet that leaves the next queue keeps its slot until its tail has gone, or until a newcomer takes it over.
inline bool slot_leaves(const Channel& channel, Tick now) {
  return (unsigned{now < channel.gone_at} & unsigned{channel.taken == 0}) != 0;
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
