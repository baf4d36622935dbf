// SPDX-License-Identifier: Apache-2.0
// The parts of a router in the reference stepper: plain objects, nothing packed.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "fsin/engine/link_times.hpp"
#include "fsin/engine/reference/occupancy.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::reference {

struct InputQueue {
  Occupancy held;
  bool leaving = false;  ///< the first packet owns an output (or consumption) and keeps it until its tail has left
  routing::Retry retry = 0;
  bool looked_at = false;      ///< the header at the head is there and its router delay is over
  unsigned fastest = 1;        ///< cycles of a phit over the fastest output that it may ask for (Rules::tail_due)
  std::optional<Cycle> since;  ///< first cycle in which the header at the head might ask
};

struct OutputChannel {
  Occupancy ahead;                ///< the next router's queue as known to this router
  std::optional<unsigned> owner;  ///< input queue that owns the channel
  std::optional<unsigned> last_winner;
  bool failed = false;
};

struct FlyingPhit {
  Cycle due = 0;
  unsigned vc = 0;
  PacketNumber packet = 0;
};

struct OutputPort {
  LinkTimes link;
  std::vector<OutputChannel> channels;
  unsigned pointer = 0;            ///< channel at which the search for the next one to serve begins
  std::deque<FlyingPhit> on_link;  ///< phits that have left the queue and have not arrived in the next
  Cycle free_from = 0;             ///< first cycle in which another phit can start
  Cycle busy_until = 0;            ///< first cycle in which another packet can start, once one has
  std::uint64_t carried = 0;       ///< cycles in which a packet held the link, since the window opened
  Cycle last_held = 0;             ///< last cycle in which a packet held the link
  std::uint64_t backlog = 0;       ///< backlog of background by rates (engine/link_rates.hpp)
  Cycle taken_until = 0;           ///< last cycle in which background by rates holds the link
  bool background_was_last = false;
};

struct Injector {
  std::deque<PacketNumber> buffer;  ///< packets in front of the port queue, which is an InputQueue
};

struct Router {
  std::vector<InputQueue> queues;  ///< transit queues, then injection port queues
  std::vector<OutputPort> ports;
  std::vector<Injector> injectors;
  std::optional<unsigned> consumer;  ///< single consumption: the queue being drained
  std::optional<unsigned> last_consumer;
  bool congested = false;  ///< a header in transit has waited for longer than the limit
  bool failed = false;     ///< the router has failed: its node finds no room any more
  bool silenced = false;   ///< the router has failed and its node has a packet to send
};

}  // namespace fsin::engine::reference
