// SPDX-License-Identifier: Apache-2.0
// Packets under way, in one array with a free list. A packet is one cache line.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/network/layout.hpp"
#include "fsin/routing/algorithm.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine {

using PacketNumber = std::uint32_t;

struct alignas(64) Packet {
  routing::Route route;
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint32_t token = 0;
  network::Tick ready_from = 0;  ///< first tick in which the header may request an output at its current router
  std::uint16_t phits = 0;
  std::uint16_t hops = 0;
  std::uint32_t next = 0;  ///< link to the next packet of its queue (event engine), or of the free list (reference)
  Cycle entered = 0;       ///< cycle of entry into the injection buffer
  Cycle generated = 0;     ///< cycle of generation at the source
  network::Tick tail_from = 0;  ///< first tick in which the tail may leave the queue that holds the header
  std::uint16_t came_at = 0;    ///< cycles per phit on the link by which the packet arrived at its current router
  std::uint16_t looked_at = 0;  ///< 1 when the header has been served at its current router (Rules::tail_due)

  /// Enters the packet into the network; the caller sets its route.
  void enter(std::uint32_t node, const workload::Offer& offer, Cycle now) {
    source = node;
    destination = offer.destination.value;
    token = offer.token;
    phits = offer.phits;
    hops = 0;
    entered = now;
    generated = offer.generated;
    tail_from = 0;
    came_at = 0;
    looked_at = 0;
  }
};
static_assert(sizeof(Packet) == 64);

class PacketPool {
 public:
  static constexpr PacketNumber none = 0xffffffffU;

  PacketNumber take() {
    if (free_ == none) {
      packets_.emplace_back();
      return static_cast<PacketNumber>(packets_.size() - 1);
    }
    const PacketNumber number = free_;
    free_ = packets_[number].next;
    return number;
  }
  void give_back(PacketNumber number) {
    packets_[number].next = free_;
    free_ = number;
  }
  Packet& operator[](PacketNumber number) { return packets_[number]; }
  const Packet& operator[](PacketNumber number) const { return packets_[number]; }

 private:
  std::vector<Packet> packets_;
  PacketNumber free_ = none;
};

}  // namespace fsin::engine
