// SPDX-License-Identifier: Apache-2.0
// What a routing algorithm may see of the router where a header waits, in the event engine: room, draws, and when
// something that is in the way goes. Ticks are compared with the cycle that is looked at; state that changes only by
// events is as of the last event.
#pragma once

#include <algorithm>
#include <array>

#include "fsin/engine/diagnosis.hpp"
#include "fsin/engine/event/channels.hpp"
#include "fsin/engine/event/core.hpp"

namespace fsin::engine::event {

/// Room as the masks of the router show it.
struct RoomNow {
  std::uint64_t word(const Block& block, unsigned w) const { return block.masks(w).room; }
};

/// Room as it was in a cycle that was skipped (look_back.hpp).
struct RoomThen {
  const std::uint64_t* words;
  std::uint64_t word(const Block&, unsigned w) const { return words[w]; }
};

/// Packets in the queue behind a channel, as this router knows it, with the one that is leaving it.
inline unsigned used_slots(const Channel& channel, Tick tick) {
  return channel.ahead + (slot_leaves(channel, tick) ? 1U : 0U);
}

/// The free slots that a packet needs which enters a ring by `out`, a channel that the bubble protects. A packet that
/// goes on in its ring needs none.
[[gnu::always_inline]] inline bool ring_can_be_entered(const Core& core, const Block& block, unsigned out, Tick tick) {
  const Rules& rules = core.rules;
  if (rules.bubble_target != 0 &&
      used_slots(core.state.channel(block, out), tick) + rules.bubble_target > rules.slots) {
    return false;
  }
  if (rules.bubble_local == 0) return true;
  const Queue& local = core.state.queue(block, out);
  const unsigned here =
      local.count + (unsigned{tick < local.busy_until} & unsigned{local.leaver_slot != network::Slot::taken});
  return here + rules.bubble_local <= rules.slots;
}

template <class Room>
class BasicView {
 public:
  /// `tick`: the cycle that is looked at, now or an earlier one that was skipped.
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
  /// Goes on by so many cycles, in which the room stays as it is.
  void later(std::uint32_t cycles) { tick_ += cycles; }

  /// Why the channel cannot be asked for; ownership does not count.
  Obstacle obstacle(unsigned out) const {
    if (used_slots(channel(out), tick_) >= core_.rules.slots) return Obstacle::no_room;
    return has_bubble(out) ? Obstacle::none : Obstacle::no_bubble;
  }

  [[gnu::always_inline]] bool has_bubble(unsigned out) const {
    const Rules& rules = core_.rules;
    return out == q_ || !rules.bubble_applies(rules.vc_of[out]) || ring_can_be_entered(core_, block_, out, tick_);
  }

  /// When this obstacle goes, by what is known now; no_tick: an event or a start at this router will tell.
  Tick gone_at(Obstacle obstacle, unsigned out) const {
    const Channel& channel = this->channel(out);
    const auto future = [&](Tick at, bool useless) { return at > tick_ && !useless ? at : no_tick; };
    const Tick there = future(channel.gone_at, channel.leaver_slot == network::Slot::taken);
    if (obstacle != Obstacle::no_bubble) return there;
    const Queue& local = core_.state.queue(block_, out);
    return std::min(there, future(local.busy_until, local.leaver_slot == network::Slot::taken));
  }

  /// First later cycle in which this header could be granted the channel, by what is known now; no_tick as above.
  Tick retry_at(unsigned out) const {
    const Obstacle obstacle = this->obstacle(out);
    const Tick open = obstacle == Obstacle::none ? tick_ + 1 : gone_at(obstacle, out);
    return std::max(open, channel(out).owned_until);
  }

  unsigned phits_ahead(std::int32_t out) const {
    const Channel& channel = this->channel(static_cast<unsigned>(out));
    if (!core_.rules.one_speed()) return used_slots(channel, tick_) * core_.rules.packet_phits;
    const auto left = [this](Tick until) { return until > tick_ ? until - tick_ : 0; };
    const unsigned coming = channel.owned_until == no_tick ? 0 : left(channel.owned_until);
    return channel.ahead * core_.rules.packet_phits + left(channel.gone_at) - coming;
  }

  /// routing::emptiest() without a branch per channel: which of them is emptiest is as good as random.
  std::int32_t emptiest(std::int32_t first, unsigned n) const {
    std::array<std::uint32_t, max_queues> phits;
    std::uint32_t fewest = ~0U;
    for (unsigned i = 0; i < n; ++i) {
      phits[i] = phits_ahead(first + static_cast<std::int32_t>(i));
      fewest = std::min(fewest, phits[i]);
    }
    std::array<std::uint16_t, max_queues> equals;
    unsigned count = 0;
    for (unsigned i = 0; i < n; ++i) {
      equals[count] = static_cast<std::uint16_t>(i);
      count += unsigned{phits[i] == fewest};
    }
    return first + equals[least(count, 0)];
  }

  std::uint32_t uniform(std::uint32_t n, std::uint32_t i) const { return core_.draws.uniform(place(), n, i); }
  std::uint32_t offset(std::uint32_t n, std::uint32_t i) const { return core_.draws.offset(place(), n, i); }
  std::uint32_t least(std::uint32_t n, std::uint32_t i) const { return core_.draws.least(place(), n, i); }

 private:
  const Channel& channel(unsigned out) const { return core_.state.channel(block_, out); }
  DrawPlace place() const { return {core_.clock.cycle + tick_ - core_.clock.tick, router_, q_}; }

  Core& core_;
  const Block& block_;
  std::uint32_t router_;
  unsigned q_;
  Tick tick_;
  [[no_unique_address]] Room room_;
};

using View = BasicView<RoomNow>;
using PastView = BasicView<RoomThen>;
static_assert(routing::RouterView<View> && routing::RouterView<PastView>);

}  // namespace fsin::engine::event
