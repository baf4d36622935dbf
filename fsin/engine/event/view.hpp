// SPDX-License-Identifier: Apache-2.0
// A routing algorithm's view of the router where a header waits, in the event engine: room, draws, and the time at
// which an obstacle disappears. Ticks are compared with the cycle of the view; state that changes only by events is as
// of the last event.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "fsin/engine/diagnosis.hpp"
#include "fsin/engine/event/channels.hpp"
#include "fsin/engine/event/core.hpp"

namespace fsin::engine::event {

/// Current room, from the masks of the router.
struct RoomNow {
  std::uint64_t word(const Block& block, unsigned w) const { return block.masks(w).room; }
};

/// Room in a skipped cycle (visit/look_back.hpp).
struct RoomThen {
  const std::uint64_t* words;
  std::uint64_t word(const Block&, unsigned w) const { return words[w]; }
};

/// Packets in the queue behind a channel, as known to this router, including the one that is leaving it.
inline unsigned used_slots(const Channel& channel, Tick tick) {
  return channel.ahead + (slot_leaves(channel, tick) ? 1U : 0U);
}

/// Packets in an input queue, including the one that is leaving it.
inline unsigned used_slots(const Queue& queue, Tick tick) {
  return queue.count + (unsigned{tick < queue.busy_until} & unsigned{queue.leaver_slot != network::Slot::taken});
}

/// True if the queues have the free slots that a packet needs to enter a ring by `out`, a channel protected by the
/// bubble. A packet that goes on in its ring needs none.
[[gnu::always_inline]] inline bool ring_can_be_entered(const Core& core, const Block& block, unsigned out, Tick tick) {
  const Rules& rules = core.rules;
  if (rules.bubble_target != 0 &&
      used_slots(core.state.channel(block, out), tick) + rules.bubble_target > rules.slots) {
    return false;
  }
  if (rules.bubble_local == 0) return true;
  return used_slots(core.state.queue(block, out), tick) + rules.bubble_local <= rules.slots;
}

template <class Room>
class BasicView {
 public:
  /// The view of a header; `tick` is the cycle considered, now or an earlier one that was skipped.
  BasicView(Core& core, const Block& block, std::uint32_t router, unsigned q, Tick tick, Room room = {})
      : core_(core), block_(block), router_(router), q_(q), tick_(tick), room_(room) {}

  bool from_injection() const { return q_ >= core_.rules.transit_queues; }
  unsigned in_port() const { return core_.rules.port_of[q_]; }
  unsigned in_vc() const { return core_.rules.vc_of[q_]; }
  std::uint32_t router() const { return router_; }
  unsigned layer() const { return block_.head().layer; }

  bool can_request(std::int32_t out) const {
    const auto o = static_cast<unsigned>(out);
    return (room_.word(block_, o / 64) & bit(o)) != 0 && has_bubble(o);
  }
  unsigned open(std::int32_t first, unsigned n) const {
    return field([&](unsigned w) { return room_.word(block_, w); }, static_cast<unsigned>(first), n);
  }
  static bool must_draw() { return false; }
  /// Advances the view by `cycles` cycles, in which the room stays as it is.
  void later(std::uint32_t cycles) { tick_ += cycles; }

  /// The reason why the channel cannot be requested; ownership does not count.
  Obstacle obstacle(unsigned out) const {
    if (used_slots(channel(out), tick_) >= core_.rules.slots) return Obstacle::no_room;
    return has_bubble(out) ? Obstacle::none : Obstacle::no_bubble;
  }

  [[gnu::always_inline]] bool has_bubble(unsigned out) const {
    const Rules& rules = core_.rules;
    return out == q_ || !rules.bubble_applies(rules.vc_of[out]) || ring_can_be_entered(core_, block_, out, tick_);
  }

  /// The tick at which this obstacle disappears, by what is known now; no_tick: an event or a start at this router will
  /// report it.
  Tick gone_at(Obstacle obstacle, unsigned out) const {
    const Channel& channel = this->channel(out);
    const auto future = [&](Tick at, bool useless) { return at > tick_ && !useless ? at : no_tick; };
    const Tick there = future(channel.gone_at, channel.leaver_slot == network::Slot::taken);
    if (obstacle != Obstacle::no_bubble) return there;
    const Queue& local = core_.state.queue(block_, out);
    return std::min(there, future(local.busy_until, local.leaver_slot == network::Slot::taken));
  }

  /// The first later tick in which this header could be granted the channel, by what is known now; no_tick as above.
  Tick retry_at(unsigned out) const {
    const Obstacle obstacle = this->obstacle(out);
    const Tick open = obstacle == Obstacle::none ? tick_ + 1 : gone_at(obstacle, out);
    return std::max(open, channel(out).owned_until);
  }

  std::uint64_t backlog(std::int32_t out) const {
    const unsigned p = core_.rules.port_of[static_cast<unsigned>(out)];
    const network::OutPort& port = block_.port(p);
    unsigned used = 0;
    for (unsigned vc = 0; vc < core_.rules.vcs; ++vc) used += used_slots(block_.channel(p, vc), tick_);
    const Tick busy = std::max(port.free_at, tick_) - tick_;
    return core_.rules.link_burdens[port.link_class].backlog(busy, static_cast<unsigned>(std::popcount(port.waiting)),
                                                             used);
  }
  unsigned channel_load(std::int32_t out) const {
    const Channel& channel = this->channel(static_cast<unsigned>(out));
    return 2 * used_slots(channel, tick_) + unsigned{channel.owned_until > tick_};
  }
  unsigned phits_ahead(std::int32_t out) const { return phits_of(channel(static_cast<unsigned>(out))); }
  /// Phits in the next queue of a channel of any router. Valid while no router is visited and all events of this cycle
  /// are applied: Visitor::decide().
  unsigned phits_at(std::uint32_t router, std::int32_t out) const {
    return phits_of(core_.state.channel(core_.state.block(router), static_cast<unsigned>(out)));
  }
  static constexpr std::optional<bool> supposes() { return {}; }

  /// The result of routing::emptiest(), computed once for all headers that request one of these channels.
  std::int32_t emptiest(std::int32_t first, unsigned n) const {
    if (n == 1) return first;
    const Emptiest& found = find_emptiest(static_cast<unsigned>(first), n);
    return found.outs[found.count == 1 ? 0 : least(found.count, 0)];
  }
  const Emptiest& find_emptiest(unsigned first, unsigned n) const {
    if (!core_.emptiest.is(cycle(), router_, first, n)) look_for_emptiest(first, n);
    return core_.emptiest;
  }

  std::uint32_t uniform(std::uint32_t n, std::uint32_t i) const { return core_.draws.uniform(place(), n, i); }
  std::uint32_t offset(std::uint32_t n, std::uint32_t i) const { return core_.draws.offset(place(), n, i); }
  std::uint32_t least(std::uint32_t n, std::uint32_t i) const { return core_.draws.least(place(), n, i); }

 private:
  const Channel& channel(unsigned out) const { return core_.state.channel(block_, out); }
  unsigned phits_of(const Channel& channel) const {
    const unsigned packet_phits = core_.rules.packet_phits;
    return core_.rules.one_speed() ? phits_behind(channel, packet_phits) : used_slots(channel, tick_) * packet_phits;
  }
  /// Phits in the next queue, if all links have one speed.
  [[gnu::always_inline]] unsigned phits_behind(const Channel& channel, unsigned packet_phits) const {
    const auto left = [this](Tick until) { return std::max(until, tick_) - tick_; };
    const unsigned coming = channel.owned_until == no_tick ? 0 : left(channel.owned_until);
    return channel.ahead * packet_phits + left(channel.gone_at) - coming;
  }
  Cycle cycle() const { return core_.clock.cycle + tick_ - core_.clock.tick; }
  DrawPlace place() const { return {cycle(), router_, q_}; }

  /// Searches the emptiest channels without a branch per channel: which of them are emptiest is as good as random.
  [[gnu::noinline]] void look_for_emptiest(unsigned first, unsigned n) const {
    std::array<std::uint32_t, max_queues> phits;
    std::uint32_t fewest = ~0U;
    const auto look = [&](auto phits_of) {
      for (unsigned i = 0; i < n; ++i) {
        phits[i] = phits_of(channel(first + i));
        fewest = std::min(fewest, phits[i]);
      }
    };
    const unsigned packet_phits = core_.rules.packet_phits;
    if (core_.rules.one_speed()) {
      look([&](const Channel& channel) { return phits_behind(channel, packet_phits); });
    } else {
      look([&](const Channel& channel) { return used_slots(channel, tick_) * packet_phits; });
    }
    Emptiest& found = core_.emptiest;
    found.cycle = cycle();
    found.router = router_;
    found.first = first;
    found.n = n;
    unsigned count = 0;
    for (unsigned i = 0; i < n; ++i) {
      found.outs[count] = static_cast<std::uint16_t>(first + i);
      count += unsigned{phits[i] == fewest};
    }
    found.count = count;
  }

  Core& core_;
  const Block& block_;
  std::uint32_t router_;
  unsigned q_;
  Tick tick_;
  [[no_unique_address]] Room room_;
};

using View = BasicView<RoomNow>;
using PastView = BasicView<RoomThen>;
static_assert(routing::WideRouterView<View> && routing::RouterView<PastView>);

}  // namespace fsin::engine::event
