// SPDX-License-Identifier: Apache-2.0
// The blocks of all routers, built from the port graph, and access to their parts.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/prefetch.hpp"
#include "fsin/engine/event/bits.hpp"
#include "fsin/engine/event/clock.hpp"
#include "fsin/engine/event/parts.hpp"
#include "fsin/engine/event/wait_records.hpp"
#include "fsin/engine/packets.hpp"
#include "fsin/engine/rules.hpp"
#include "fsin/network/arena.hpp"
#include "fsin/network/layout.hpp"

namespace fsin::engine::event {

using network::Channel;
using network::InjectionQueue;
using network::Masks;
using network::no_tick;
using network::NodeHead;
using network::OutPort;
using network::Queue;
using network::RoomHistory;
using network::RouterHead;
using network::Tick;
using network::WaitRecord;

/// Routers whose blocks have one layout.
struct RouterKind {
  network::Layout layout;
  unsigned number;           ///< 0 or 1
  std::size_t origin = 0;    ///< block of router r of this kind: at origin + r * layout.stride, modulo 2^64
  unsigned injection_shift;  ///< number of an injection queue in docs/model/router.md minus its number in the block
  /// Offset by number of the input queue or output channel in the block: a load in place of arithmetic and a branch.
  std::array<std::uint32_t, max_queues> queue_offset{};
  std::array<std::uint32_t, max_queues> channel_offset{};

  RouterKind(const Rules& rules, unsigned the_number, unsigned ports, unsigned injectors, bool remembers);
};

/// One router's block, with the offsets at hand.
class Block {
 public:
  Block(std::byte* base, const RouterKind& kind) : base_(base), kind_(&kind) {}

  const network::Layout& layout() const { return kind_->layout; }
  const RouterKind& kind() const { return *kind_; }
  /// The number of an input queue in docs/model/router.md, the same for every router.
  unsigned number(unsigned q) const { return q + (q >= kind_->layout.transit_queues ? kind_->injection_shift : 0); }

  RouterHead& head() const { return *reinterpret_cast<RouterHead*>(base_); }

  using Mask = std::uint64_t Masks::*;
  /// The masks of the queues, channels or ports 64 * word .. 64 * word + 63.
  Masks& masks(unsigned word = 0) const { return *(at<Masks>(sizeof(RouterHead)) + word); }
  bool has(Mask mask, unsigned i) const { return (masks(i / 64).*mask & bit(i)) != 0; }
  void set(Mask mask, unsigned i) const { masks(i / 64).*mask |= bit(i); }
  void clear(Mask mask, unsigned i) const { masks(i / 64).*mask &= ~bit(i); }
  /// Calls use(i) for every bit of a mask of `words` words that is set when its word is reached.
  template <class Use>
  void for_each(Mask mask, std::uint32_t words, Use use) const {
    for (std::uint32_t w = 0; w < words; ++w) {
      for_each_bit(masks(w).*mask, [&](unsigned i) { use(w * 64 + i); });
    }
  }

  OutPort& port(unsigned p) const { return *at<OutPort>(layout().port_offset + p * layout().port_stride); }
  Channel& channel(unsigned p, unsigned vc) const { return *at<Channel>(layout().channel_offset(p, vc)); }
  Channel& channel(unsigned out) const { return *at<Channel>(kind_->channel_offset[out]); }
  NodeHead& node() const { return *at<NodeHead>(layout().node_offset); }
  Queue& queue(unsigned q) const { return *at<Queue>(kind_->queue_offset[q]); }
  /// Upstream end of an input port: the upstream router << 8 | its output port.
  std::uint32_t& feeder(unsigned p) const {
    return at<network::InPort>(layout().in_port_offset + p * layout().in_port_stride)->feeder;
  }
  InjectionQueue& injection(unsigned i) const { return at<InjectionQueue>(layout().injection_offset)[i]; }

  template <class T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(base_ + offset);
  }

 private:
  std::byte* base_;
  const RouterKind* kind_;
};

class State {
 public:
  /// State of all routers, or of those of one part: the blocks of the others are address space, and take no memory.
  /// `remembers`: the routing algorithm does.
  State(const Rules& rules, const topology::Topology& topology, const Parts& parts, std::optional<unsigned> only,
        bool remembers);

  std::size_t routers() const { return routers_; }
  std::size_t bytes() const { return bytes_of(kinds_, first_switch_, routers_); }
  /// The block of a router. `alike`: all routers of the network are known to be of one kind.
  template <bool alike = false>
  Block block(std::uint32_t router) const {
    if (alike) return {arena_.data() + router * std::size_t{kinds_[0].layout.stride}, kinds_[0]};
    const RouterKind& kind = kind_of(router);
    return {arena_.data() + (kind.origin + router * std::size_t{kind.layout.stride}), kind};
  }
  Queue& queue(const Block& block, unsigned q) const { return block.queue(q); }
  Channel& channel(const Block& block, unsigned out) const { return block.channel(out); }

  /// The records that the routers of a part hold while headers wait in them.
  WaitRecords& records(unsigned part) { return records_[part]; }

  /// Subtracts `by` from all ticks; those that would become negative become 0, the far past.
  void shift_time(Tick by);
  /// Keeps, before time is shifted beyond cycle `at`, the last in which anything moved, the phits that links carry
  /// after it.
  void keep_rest(Cycle at, Tick tick);
  /// Restarts the counters of links at this tick. Of a packet that is on a link then, the remaining phits count.
  void clear_carried(Tick from);

  void save(ByteWriter& out) const;
  void load(ByteReader& in);
  /// Calls use(router, port number, router behind it, phits carried up to cycle `last`) for every link. A packet is
  /// counted whole when it starts; its phits that cross after `last` are subtracted.
  template <class Use>
  void for_each_link(Cycle last, const Clock& clock, Use use) const {
    for (std::uint32_t r = 0; r < routers_; ++r) {
      if (!here(r)) continue;
      for (unsigned p = 0; p < kind_of(r).layout.ports; ++p) {
        const OutPort& port = block(r).port(p);
        if (port.link_class == network::no_link) continue;
        const std::size_t link = place(r, p);
        const std::uint64_t started = port.carried + (carried_before_.empty() ? 0 : carried_before_[link]);
        use(r, p, port.router, started - rest_after(last, clock, port, link));
      }
    }
  }

 private:
  std::uint64_t rest_after(Cycle last, const Clock& clock, const OutPort& port, std::size_t link) const {
    if (!clock.reaches(last)) return last == rest_of_ ? rest_[link] : 0;
    const Tick end = clock.tick_of(last);
    return port.free_at > end + 1 ? port.free_at - end - 1 : 0;
  }
  void connect(std::uint32_t router, unsigned p, topology::Link next);
  bool here(std::uint32_t router) const { return !only_ || parts_.owner(router) == *only_; }
  unsigned kind_number(std::uint32_t router) const { return router < first_switch_ ? 0 : 1; }
  const RouterKind& kind_of(std::uint32_t router) const { return kinds_[kind_number(router)]; }
  std::vector<WaitRecords> make_records() const;
  std::byte* base(std::uint32_t router) const { return block(router).at<std::byte>(0); }
  static std::size_t bytes_of(const std::array<RouterKind, 2>& kinds, std::size_t first_switch, std::size_t routers) {
    return first_switch * kinds[0].layout.stride + (routers - first_switch) * kinds[1].layout.stride;
  }
  /// Index of a port among those of all routers.
  std::size_t place(std::size_t router, unsigned port) const {
    const std::size_t first = std::min(router, first_switch_);
    return first * kinds_[0].layout.ports + (router - first) * kinds_[1].layout.ports + port;
  }

  const Parts& parts_;
  std::optional<unsigned> only_;
  std::size_t routers_;
  std::size_t first_switch_;  ///< first router of the second kind; the number of routers if all are alike
  unsigned vcs_;
  std::array<RouterKind, 2> kinds_;
  network::Arena arena_;
  std::vector<WaitRecords> records_;  ///< records of each part
  /// Phits carried by each link before the last shift of time: a link's own counter has 32 bits. Empty until then.
  std::vector<std::uint64_t> carried_before_;
  /// Phits carried by each link after cycle rest_of_, if time has been shifted beyond that cycle since.
  std::vector<std::uint32_t> rest_;
  Cycle rest_of_ = never;
};

}  // namespace fsin::engine::event
