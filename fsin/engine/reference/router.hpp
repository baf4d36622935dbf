// SPDX-License-Identifier: Apache-2.0
// The parts of a router as the reference stepper holds them: plain objects, nothing packed.
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
  bool leaving = false;  ///< the first packet has an output (or consumption) and keeps it to its tail
  routing::Retry retry = 0;
  std::optional<Cycle> since;  ///< cycle in which the header at the head was first looked at
};

struct OutputChannel {
  Occupancy ahead;                ///< the next router's queue as this router knows it
  std::optional<unsigned> owner;  ///< input queue
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
  unsigned pointer = 0;            ///< the search for the channel served begins here
  std::deque<FlyingPhit> on_link;  ///< phits that have left the queue and are in no other yet
  Cycle free_from = 0;             ///< first cycle in which another phit can start
  std::uint64_t carried = 0;       ///< cycles in which a packet held the link, since the window opened
  Cycle last_held = 0;             ///< the last cycle of them
  std::uint64_t backlog = 0;       ///< of background by rates (engine/link_rates.hpp)
  Cycle taken_until = 0;           ///< last cycle in which background has the link
  bool background_was_last = false;
};

struct Injector {
  std::deque<PacketNumber> buffer;  ///< in front of the port queue, which is an InputQueue
};

struct Router {
  std::vector<InputQueue> queues;  ///< transit queues, then injection port queues
  std::vector<OutputPort> ports;
  std::vector<Injector> injectors;
  std::optional<unsigned> consumer;  ///< single consumption: the queue being drained
  std::optional<unsigned> last_consumer;
  bool congested = false;  ///< a header in transit has waited for long
  bool failed = false;     ///< its node finds no room any more
  bool silenced = false;   ///< and would have a packet to send
};

}  // namespace fsin::engine::reference
