// SPDX-License-Identifier: Apache-2.0
// The state of a network as one flat block of bytes per router, in one array. Blocks of routers of one kind have the
// same size: where routers with a node are network interfaces with few ports, these are one kind and switches another.
//
// A router's block holds everything that a visit to the router reads or writes: its input queues, its output ports and
// channels, and what it knows of the queues downstream. One packet-hop touches about four cache lines of it and no
// block of a neighbour. Order inside a block: head, bit masks, output ports each with its channels, transit queues
// each with its slots, the node's own state, injection queues each with its slots.
//
// Who waits for what is known: each input queue whose header waits has a mask of the output channels that it waits for,
// and the router has one of the channels with room, which changes when a channel does. A header is looked at only when
// something that it waits for can be granted. All masks have as many words of 64 bits as the router's queues need.
//
// Times are ticks: cycles relative to an origin that the engine moves now and then, so that 32 bits suffice.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fsin::network {

using Tick = std::uint32_t;
inline constexpr Tick no_tick = 0xffffffffU;
inline constexpr std::uint16_t no_winner = 0xffffU;
inline constexpr std::uint8_t no_link = 0xffU;

/// Of the router itself. With its masks it is one cache line where a router has at most 64 queues.
struct alignas(8) RouterHead {
  Tick wake_at = no_tick;      ///< the next visit that is ordered, now or later; no_tick: none
  Tick visited = 0;            ///< tick of the last entry in the visit list
  std::uint8_t layer = 0;      ///< topology::Geometry::layer()
  std::uint8_t last_port = 0;  ///< port at which a packet of the node itself left last
  std::uint8_t streak = 0;     ///< 1 when the packet before left there too
  Tick move_at = 0;            ///< when the first of Masks::behind may ask or the first link of Masks::sending is free
};
static_assert(sizeof(RouterHead) == 16);

/// Masks of 64 input queues, output channels (both port * virtual channels + virtual channel) or ports.
struct Masks {
  std::uint64_t fresh = 0;    ///< input queues whose header asks for an output at the next visit for the first time
  std::uint64_t waiting = 0;  ///< input queues whose header has asked for an output and has none
  std::uint64_t behind = 0;   ///< input queues with packets whose first header may not ask yet: the one before is
                              ///< leaving, or the router delay runs
  std::uint64_t room = 0;     ///< output channels with a free slot in the queue behind them
  std::uint64_t opening = 0;  ///< output channels without room, of which a slot becomes free at a tick that is known
  std::uint64_t sending = 0;  ///< ports with a packet that waits for its turn on the link
};
static_assert(sizeof(RouterHead) + sizeof(Masks) <= 64);

/// Who waits for what, as masks of so many words, which lie in this order.
class Waiters {
 public:
  Waiters(std::uint64_t* first, unsigned words, unsigned queues) : first_(first), words_(words), queues_(queues) {}
  static constexpr std::size_t bytes(unsigned words, unsigned queues) {
    return sizeof(std::uint64_t) * words * (std::size_t{2} + queues);
  }

  /// Output channels that somebody waits for.
  std::uint64_t& wanted(unsigned word = 0) const { return first_[word]; }
  /// Input queues whose header waits for the consumption port, or for leave to enter.
  std::uint64_t& apart(unsigned word = 0) const { return first_[words_ + word]; }
  /// By input queue, a word of the output channels that its header waits for; of a queue without a header that waits,
  /// it means nothing.
  std::uint64_t* of_queue(unsigned word = 0) const {
    return first_ + std::size_t{2} * words_ + std::size_t{word} * queues_;
  }

 private:
  std::uint64_t* first_;
  unsigned words_;
  unsigned queues_;
};

/// An output channel got room, or lost it.
struct RoomChange {
  Tick from = 0;  ///< first tick in which headers see it
  std::uint16_t channel = 0;
  std::uint16_t opened = 0;
};

/// The latest changes, in the order of `from`: what routing algorithms that remember need to know of cycles in which
/// nobody looked (engine/event/look_back.hpp).
struct RoomHistory {
  static constexpr unsigned most = 7;
  std::uint32_t count = 0;
  std::uint32_t unused = 0;
  RoomChange changes[most] = {};
};
static_assert(sizeof(RoomHistory) == 64);

/// Of the node at the router.
struct alignas(16) NodeHead {
  Tick polled = 0;                          ///< tick in which the node was last polled
  Tick consuming_until = 0;                 ///< single consumption: the port is taken until then
  std::uint16_t last_consumer = no_winner;  ///< single consumption: input queue of the last winner
  std::uint8_t source_blocked = 0;          ///< 1 when the node waits for room in an injection queue
  std::uint8_t congested : 1 = 0;           ///< 1 when a header in transit has waited for long
  std::uint8_t failed : 1 = 0;              ///< 1 when its router has failed, and there is no room any more
  Tick watched = 0;                         ///< tick of the visit in which headers in transit were looked at last
};
static_assert(sizeof(NodeHead) == 16);

/// The slot of a packet that leaves a queue (docs/model.md, "Slots"). Bit 0 says that a newcomer has come meanwhile,
/// bit 1 that no newcomer can take the slot over.
enum class Slot : std::uint8_t { can_be_taken, taken, kept, kept_from_newcomer };

/// One output port: the physical link.
struct OutPort {
  Tick free_at = 0;                        ///< first tick in which another packet may start
  std::uint32_t router : 24 = 0;           ///< where it leads
  std::uint32_t link_class : 8 = no_link;  ///< topology::Geometry::link_class(); no_link: it leads nowhere
  std::uint32_t carried = 0;  ///< cycles in which packets that have started hold the link, from the window on
  std::uint16_t waiting = 0;  ///< channels with an owner whose turn on the link has not come
  std::uint8_t pointer = 0;   ///< virtual channel at which the search for the next packet begins
  std::uint8_t in_port = 0;   ///< input port at the other end
};
static_assert(sizeof(OutPort) == 16);

/// One output virtual channel, and the queue downstream as this router knows it.
struct Channel {
  Tick owned_until = 0;    ///< first tick in which it can be granted; no_tick: owner waits for the link
  Tick gone_at = 0;        ///< first tick in which the slot of the packet now leaving the next queue is free
  Tick sent_at = 0;        ///< tick in which the last header left
  std::uint8_t ahead = 0;  ///< packets sent that have not begun to leave the next queue
  Slot leaver_slot = Slot::can_be_taken;  ///< of the packet now leaving the next queue
  std::uint16_t winner = no_winner;       ///< input queue of the last winner: owner, and round-robin pointer
};
static_assert(sizeof(Channel) == 16);

/// One input queue; its slots (packet numbers) follow it.
struct Queue {
  std::uint8_t head = 0;                  ///< slot of the first packet
  std::uint8_t count = 0;                 ///< packets that have not begun to leave
  Slot leaver_slot = Slot::can_be_taken;  ///< of the packet now leaving
  std::uint8_t retry = 0;                 ///< routing::Retry
  Tick busy_until = 0;                    ///< first tick after the tail of the packet that leaves
  Tick since = 0;                         ///< tick in which the header at the head was first looked at
  union {
    std::uint32_t feeder = 0;  ///< of a transit queue: the upstream router << 8 | its output port
    Tick room_at;              ///< of an injection queue: when the source sees the slot of the packet that leaves
  };

  std::uint32_t* slots() { return reinterpret_cast<std::uint32_t*>(this + 1); }
  const std::uint32_t* slots() const { return reinterpret_cast<const std::uint32_t*>(this + 1); }
};
static_assert(sizeof(Queue) == 16);

/// Offsets inside a block.
struct Layout {
  /// `remembers`: with what a routing algorithm that remembers needs.
  Layout(unsigned the_ports, unsigned vcs, unsigned slots, unsigned injectors, unsigned injection_slots, bool remembers)
      : ports(the_ports),
        transit_queues(ports * vcs),
        queues(transit_queues + injectors),
        mask_words((queues + 63) / 64),
        waiters_offset(static_cast<std::uint32_t>(sizeof(RouterHead) + mask_words * sizeof(Masks))),
        history_offset(waiters_offset + static_cast<std::uint32_t>(Waiters::bytes(mask_words, queues))),
        asked_offset(history_offset + (remembers ? static_cast<std::uint32_t>(sizeof(RoomHistory)) : 0)),
        port_offset(round_up(asked_offset + (remembers ? sizeof(Tick) * queues : 0), 64)),
        port_stride(round_up(sizeof(OutPort) + vcs * sizeof(Channel), 16)),
        queue_offset(port_offset + ports * port_stride),
        queue_stride(round_up(sizeof(Queue) + 4 * slots, 16)),
        node_offset(queue_offset + ports * vcs * queue_stride),
        injection_offset(node_offset + sizeof(NodeHead)),
        injection_stride(round_up(sizeof(Queue) + 4 * injection_slots, 16)),
        stride(round_up(injection_offset + injectors * injection_stride, 64)) {}

  static constexpr std::uint32_t round_up(std::size_t n, std::size_t to) {
    return static_cast<std::uint32_t>((n + to - 1) / to * to);
  }

  std::uint32_t channel_offset(unsigned port, unsigned vc) const {
    return port_offset + port * port_stride + static_cast<std::uint32_t>(sizeof(OutPort) + vc * sizeof(Channel));
  }

  std::uint32_t ports;
  std::uint32_t transit_queues;  ///< ports * virtual channels
  std::uint32_t queues;          ///< and those of the injectors, which have the numbers behind them in this block
  std::uint32_t mask_words;
  std::uint32_t waiters_offset;
  std::uint32_t history_offset;
  std::uint32_t asked_offset;
  std::uint32_t port_offset;
  std::uint32_t port_stride;
  std::uint32_t queue_offset;
  std::uint32_t queue_stride;
  std::uint32_t node_offset;
  std::uint32_t injection_offset;
  std::uint32_t injection_stride;
  std::uint32_t stride;
};

}  // namespace fsin::network
