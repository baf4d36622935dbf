// SPDX-License-Identifier: Apache-2.0
// The state of a network as one flat block of bytes per router, all blocks of the same size, in one array.
//
// A router's block holds everything that a visit to the router reads or writes: its input queues, its output ports and
// channels, and what it knows of the queues downstream. One packet-hop touches about four cache lines of it and no
// block of a neighbour. Order inside a block: head, bit masks, output ports each with its channels, transit queues
// each with its slots, injection queues each with its slots.
//
// Times are ticks: cycles relative to an origin that the engine moves now and then, so that 32 bits suffice.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fsin::network {

using Tick = std::uint32_t;
inline constexpr Tick no_tick = 0xffffffffU;

struct alignas(8) RouterHead {
  Tick wake_at = 0;                       ///< earliest visit already ordered, when later than now
  Tick visited = 0;                       ///< tick of the last entry in the visit list
  Tick polled = 0;                        ///< tick in which the node was last polled
  Tick consuming_until = 0;               ///< single consumption: the port is taken until then
  std::uint16_t last_consumer = 0xffffU;  ///< single consumption: input queue of the last winner
  std::uint8_t source_blocked = 0;        ///< the node waits for room in an injection queue
  std::uint8_t layer = 0;                 ///< topology::Geometry::layer()
  std::uint8_t last_port = 0;             ///< at which a packet of the node itself left last
  std::uint8_t streak = 0;                ///< whether the one before left there too
  Tick asked_at = no_tick;                ///< last tick whose requests count in `retry` of who waits; no_tick: nobody
};
static_assert(sizeof(RouterHead) == 32);

/// One output port: the physical link.
struct OutPort {
  Tick free_at = 0;           ///< first tick in which another packet may start
  std::uint32_t router = 0;   ///< where it leads (no_tick: nowhere)
  std::uint32_t carried = 0;  ///< phits started in the window
  std::uint16_t waiting = 0;  ///< channels with an owner whose turn on the link has not come
  std::uint8_t pointer = 0;   ///< channel at which the search for the next packet begins
  std::uint8_t in_port = 0;   ///< input port at the other end
};
static_assert(sizeof(OutPort) == 16);

/// One output virtual channel, and the queue downstream as this router knows it.
struct Channel {
  Tick owned_until = 0;            ///< first tick in which it can be granted; no_tick: owner waits for the link
  Tick gone_at = 0;                ///< first tick in which the slot of the packet now leaving the next queue is free
  Tick sent_at = 0;                ///< tick in which the last header left
  std::uint8_t ahead = 0;          ///< packets sent that have not begun to leave the next queue
  std::uint8_t taken = 0;          ///< a newcomer has taken over the slot of the packet now leaving
  std::uint16_t winner = 0xffffU;  ///< input queue of the last winner: owner, and round-robin pointer
};
static_assert(sizeof(Channel) == 16);

/// One input queue; its slots (packet numbers) follow it.
struct Queue {
  std::uint8_t head = 0;     ///< slot of the first packet
  std::uint8_t count = 0;    ///< packets that have not begun to leave
  std::uint8_t taken = 0;    ///< a newcomer has taken over the slot of the packet now leaving
  std::uint8_t retry = 0;    ///< routing::Retry
  Tick busy_until = 0;       ///< first tick after the tail of the packet that leaves
  Tick since = 0;            ///< tick in which the header at the head was first looked at
  std::uint32_t feeder = 0;  ///< transit: upstream router << 8 | its output port; injection: tick of release

  std::uint32_t* slots() { return reinterpret_cast<std::uint32_t*>(this + 1); }
  const std::uint32_t* slots() const { return reinterpret_cast<const std::uint32_t*>(this + 1); }
};
static_assert(sizeof(Queue) == 16);

/// Offsets inside a block.
struct Layout {
  Layout(unsigned ports, unsigned vcs, unsigned slots, unsigned injectors, unsigned injection_slots)
      : port_words((ports + 63) / 64),
        queue_words((ports * vcs + injectors + 63) / 64),
        port_offset(round_up(sizeof(RouterHead) + 8 * (port_words + 2 * queue_words), 64)),
        port_stride(round_up(sizeof(OutPort) + vcs * sizeof(Channel), 16)),
        queue_offset(port_offset + ports * port_stride),
        queue_stride(round_up(sizeof(Queue) + 4 * slots, 16)),
        injection_offset(queue_offset + ports * vcs * queue_stride),
        injection_stride(round_up(sizeof(Queue) + 4 * injection_slots, 16)),
        stride(round_up(injection_offset + injectors * injection_stride, 64)) {}

  static constexpr std::uint32_t round_up(std::size_t n, std::size_t to) {
    return static_cast<std::uint32_t>((n + to - 1) / to * to);
  }

  std::uint32_t channel_offset(unsigned port, unsigned vc) const {
    return port_offset + port * port_stride + static_cast<std::uint32_t>(sizeof(OutPort) + vc * sizeof(Channel));
  }

  std::uint32_t port_words;
  std::uint32_t queue_words;
  std::uint32_t port_offset;
  std::uint32_t port_stride;
  std::uint32_t queue_offset;
  std::uint32_t queue_stride;
  std::uint32_t injection_offset;
  std::uint32_t injection_stride;
  std::uint32_t stride;
};

}  // namespace fsin::network
