// SPDX-License-Identifier: Apache-2.0
// A request of one router (or of the run itself) for a later cycle, packed into 64 bits.
//
// Owner computes: a router accesses only its own block. Each effect on a neighbour is one of these events, due at least
// one cycle later, and all events of a cycle commute.
#pragma once

#include <cstdint>

#include "fsin/engine/limits.hpp"
#include "fsin/network/layout.hpp"

namespace fsin::engine::event {

enum class Kind : std::uint64_t {
  arrive,  ///< a header has entered input queue `queue`; datum: packet
  leave,   ///< a packet has begun to leave the queue behind output channel `queue`; datum: Leave
  wake,    ///< visit the router
};
inline constexpr unsigned event_kinds = 3;

/// An event: kind 2 bits, router 24, queue or channel 10, datum 28.
class Event {
 public:
  static_assert(max_routers <= 1ULL << 24U && max_queues <= 1ULL << 10U);
  static constexpr std::uint64_t max_packets = 1ULL << 28U;

  Event() = default;
  Event(Kind kind, std::uint32_t router, std::uint32_t queue, std::uint32_t datum)
      : bits_(static_cast<std::uint64_t>(kind) << 62U | static_cast<std::uint64_t>(router) << 38U |
              static_cast<std::uint64_t>(queue) << 28U | datum) {}

  Kind kind() const { return static_cast<Kind>(bits_ >> 62U); }
  std::uint32_t router() const { return static_cast<std::uint32_t>(bits_ >> 38U & 0xffffffU); }
  std::uint32_t queue() const { return static_cast<std::uint32_t>(bits_ >> 28U & 0x3ffU); }
  std::uint32_t datum() const { return static_cast<std::uint32_t>(bits_ & 0xfffffffU); }

 private:
  std::uint64_t bits_ = 0;
};

/// The departure of a packet from a queue, as reported to the sender, in 28 bits.
struct Leave {
  std::uint32_t cycles = 0;  ///< cycles from its header to its tail, both counted
  bool slot_kept = false;    ///< the next packet cannot take over its slot (docs/model/router.md, "Slots")

  static constexpr unsigned kept_bit = 27;
  static_assert(max_packet_cycles < 1ULL << kept_bit);
  std::uint32_t datum() const { return cycles | std::uint32_t{slot_kept} << kept_bit; }
  network::Slot slot() const { return static_cast<network::Slot>(unsigned{slot_kept} << 1U); }
  static Leave of(std::uint32_t datum) { return {datum & ((1U << kept_bit) - 1), datum >> kept_bit != 0}; }
};

}  // namespace fsin::engine::event
