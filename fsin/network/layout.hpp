// SPDX-License-Identifier: Apache-2.0
// The state of a network as one flat block of bytes per router, in one array. Blocks of routers of one kind have the
// same size: where routers with a node are network interfaces with few ports, these are one kind and switches another.
//
// A router's block holds everything that every visit to the router reads or writes: its input queues, its output ports
// and channels, and what it knows of the queues downstream. One packet-hop touches about four cache lines of it and no
// block of a neighbour. Order inside a block: head, bit masks, the node's own state, injection queues, output ports
// each with its channels, input ports each with its queues. The packets of a queue are a list, each of which knows the
// next, so that a queue takes as much memory as an empty one, however long it may become.
//
// Who waits for what is kept apart, in a record that a router has only while a header waits in it. There each input
// queue whose header waits has a mask of the output channels that it waits for; the block itself has a mask of the
// channels with room, which changes when a channel does. A header is looked at only when something that it waits for
// can be granted. All masks have as many words of 64 bits as the router's queues need.
//
// Times are ticks: cycles relative to an origin that the engine moves now and then, so that 32 bits suffice.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fsin::network {

using Tick = std::uint32_t;
inline constexpr Tick no_tick = 0xffffffffU;
/// The same tick when all become smaller by `by`; one that would become negative becomes 0, the far past.
inline void pull_back(Tick& tick, Tick by) {
  if (tick != no_tick) tick = tick > by ? tick - by : 0;
}

inline constexpr std::uint16_t no_winner = 0xffffU;
inline constexpr std::uint8_t no_link = 0xffU;

/// Of the router itself. With its masks it is one cache line where a router has at most 64 queues.
struct alignas(8) RouterHead {
  Tick wake_at = no_tick;  ///< the next visit that is ordered, now or later; no_tick: none
  Tick move_at = 0;        ///< when the first of Masks::behind may ask or the first link of Masks::sending is free
  std::uint32_t record : 24 = 0;  ///< number of its record while a header waits (Masks::waiting)
  std::uint32_t layer : 8 = 0;    ///< topology::Geometry::layer()
  std::uint8_t visit_listed = 0;  ///< 1 when it is on the list of visits of this cycle
  std::uint8_t last_port = 0;     ///< port at which a packet of the node itself left last
  std::uint8_t streak = 0;        ///< 1 when the packet before left there too
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

/// An output channel got room, or lost it.
struct RoomChange {
  Tick from = 0;  ///< first tick in which headers see it
  std::uint16_t channel = 0;
  std::uint16_t opened = 0;
};

/// The latest changes, in the order of `from`: what routing algorithms that remember need to know of cycles in which
/// nobody looked (engine/event/visit/look_back.hpp).
struct RoomHistory {
  static constexpr unsigned most = 7;
  std::uint32_t count = 0;
  std::uint32_t unused = 0;
  RoomChange changes[most] = {};
};
static_assert(sizeof(RoomHistory) == 64);

constexpr std::uint32_t round_up(std::size_t n, std::size_t to) {
  return static_cast<std::uint32_t>((n + to - 1) / to * to);
}

/// Offsets inside a record.
struct RecordLayout {
  RecordLayout(unsigned the_queues, unsigned words, bool of_algorithm_that_remembers)
      : queues(the_queues),
        remembers(of_algorithm_that_remembers),
        since_offset(static_cast<std::uint32_t>(sizeof(std::uint64_t) * words * (std::size_t{2} + queues))),
        asked_offset(since_offset + static_cast<std::uint32_t>(sizeof(Tick)) * queues),
        history_offset(round_up(asked_offset + (remembers ? sizeof(Tick) * queues : 0), alignof(RoomChange))),
        stride(round_up(history_offset + (remembers ? sizeof(RoomHistory) : 0), 64)) {}

  std::uint32_t queues;
  bool remembers;
  std::uint32_t since_offset;
  std::uint32_t asked_offset;
  std::uint32_t history_offset;
  std::uint32_t stride;
};

/// What a router keeps while headers wait in it. Where it is about an input queue whose header does not wait, it means
/// nothing.
class WaitRecord {
 public:
  WaitRecord(std::byte* first, const RecordLayout& layout, unsigned words)
      : first_(first), layout_(layout), words_(words) {}

  /// Output channels that somebody waits for.
  std::uint64_t& wanted(unsigned word = 0) const { return masks()[word]; }
  /// Input queues whose header waits for the consumption port, or for leave to enter.
  std::uint64_t& apart(unsigned word = 0) const { return masks()[words_ + word]; }
  /// By input queue, a word of the output channels that its header waits for.
  std::uint64_t* of_queue(unsigned word = 0) const {
    return masks() + std::size_t{2} * words_ + std::size_t{word} * layout_.queues;
  }
  /// By input queue, the tick in which its header was first looked at.
  Tick* since() const { return at<Tick>(layout_.since_offset); }
  /// For routing algorithms that remember: by input queue, the first tick whose request is not counted in `retry`.
  Tick* asked() const { return at<Tick>(layout_.asked_offset); }
  /// And the changes of `room` that are not counted in `retry` of every waiting header.
  RoomHistory& history() const { return *at<RoomHistory>(layout_.history_offset); }

 private:
  template <class T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(first_ + offset);
  }
  std::uint64_t* masks() const { return at<std::uint64_t>(0); }

  std::byte* first_;
  const RecordLayout& layout_;
  unsigned words_;
};

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

/// The slot of a packet that leaves a queue (docs/model/router.md, "Slots"). Bit 0 says that a newcomer has arrived
/// meanwhile, bit 1 that no newcomer can take the slot over.
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

/// One input queue: the list of its packets.
struct Queue {
  std::uint32_t first = 0;                ///< number of the first packet, if there is any
  std::uint32_t last = 0;                 ///< and of the last one
  Tick busy_until = 0;                    ///< first tick after the tail of the packet that leaves
  std::uint8_t count = 0;                 ///< packets that have not begun to leave
  Slot leaver_slot = Slot::can_be_taken;  ///< of the packet now leaving
  std::uint8_t retry = 0;                 ///< routing::Retry
};
static_assert(sizeof(Queue) == 16);

struct InjectionQueue {
  Queue queue;
  Tick room_at = 0;  ///< when the source sees the slot of the packet that leaves
};
static_assert(sizeof(InjectionQueue) == 20);

/// One input port, which the queues of its virtual channels follow.
struct InPort {
  std::uint32_t feeder = 0;  ///< the upstream router << 8 | its output port
};

/// Offsets inside a block.
struct Layout {
  /// `remembers`: with what a routing algorithm that remembers needs.
  Layout(unsigned the_ports, unsigned the_vcs, unsigned injectors, bool remembers)
      : ports(the_ports),
        vcs(the_vcs),
        transit_queues(ports * vcs),
        queues(transit_queues + injectors),
        mask_words((queues + 63) / 64),
        node_offset(static_cast<std::uint32_t>(sizeof(RouterHead) + mask_words * sizeof(Masks))),
        injection_offset(node_offset + static_cast<std::uint32_t>(sizeof(NodeHead))),
        port_offset(round_up(injection_offset + injectors * sizeof(InjectionQueue), 64)),
        port_stride(static_cast<std::uint32_t>(sizeof(OutPort) + vcs * sizeof(Channel))),
        in_port_offset(port_offset + ports * port_stride),
        in_port_stride(static_cast<std::uint32_t>(sizeof(InPort) + vcs * sizeof(Queue))),
        stride(round_up(in_port_offset + ports * in_port_stride, 64)),
        record(queues, mask_words, remembers) {}

  std::uint32_t channel_offset(unsigned port, unsigned vc) const {
    return port_offset + port * port_stride + static_cast<std::uint32_t>(sizeof(OutPort) + vc * sizeof(Channel));
  }
  std::uint32_t transit_offset(unsigned port, unsigned vc) const {
    return in_port_offset + port * in_port_stride + static_cast<std::uint32_t>(sizeof(InPort) + vc * sizeof(Queue));
  }

  std::uint32_t ports;
  std::uint32_t vcs;
  std::uint32_t transit_queues;  ///< ports * virtual channels
  std::uint32_t queues;          ///< and those of the injectors, which have the numbers behind them in this block
  std::uint32_t mask_words;
  std::uint32_t node_offset;
  std::uint32_t injection_offset;
  std::uint32_t port_offset;
  std::uint32_t port_stride;
  std::uint32_t in_port_offset;
  std::uint32_t in_port_stride;
  std::uint32_t stride;
  RecordLayout record;
};

}  // namespace fsin::network
