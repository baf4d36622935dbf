// SPDX-License-Identifier: Apache-2.0
// What a routing algorithm may see of the router where a header waits, in the event engine: slots, draws, and when
// something that is in the way goes. Ticks are compared with the cycle that is looked at; what only events tell is as
// the last of them left it.
#pragma once

#include <algorithm>

#include "fsin/engine/diagnosis.hpp"
#include "fsin/engine/event/core_events.hpp"

namespace fsin::engine::event {

class View {
 public:
  /// `tick`: the cycle that is looked at, now or an earlier one that was skipped.
  View(Core& core, const Block& block, std::uint32_t router, unsigned q, Tick tick)
      : core_(core), block_(block), router_(router), q_(q), tick_(tick) {}

  bool from_injection() const { return q_ >= core_.rules.transit_queues; }
  unsigned in_port() const { return core_.rules.port_of[q_]; }
  unsigned in_vc() const { return core_.rules.vc_of[q_]; }
  std::uint32_t router() const { return router_; }
  unsigned layer() const { return block_.head().layer; }

  bool can_request(std::int32_t out) const { return obstacle(static_cast<unsigned>(out)) == Obstacle::none; }

  /// Why the channel cannot be asked for; ownership does not count.
  [[gnu::always_inline]] Obstacle obstacle(unsigned out) const {
    const Rules& rules = core_.rules;
    const Channel& channel = this->channel(out);
    const unsigned used = channel.ahead + (unsigned{tick_ < channel.gone_at} & unsigned{channel.taken == 0});
    if (used >= rules.slots) return Obstacle::no_room;
    if (out == q_ || !rules.bubble_applies(rules.vc_of[out])) return Obstacle::none;
    if (used + rules.bubble_target > rules.slots) return Obstacle::no_bubble;
    if (rules.bubble_local == 0) return Obstacle::none;
    const Queue& local = core_.state.queue(block_, out);
    const unsigned here = local.count + (unsigned{tick_ < local.busy_until} & unsigned{local.taken == 0});
    return here + rules.bubble_local > rules.slots ? Obstacle::no_bubble : Obstacle::none;
  }

  /// When this obstacle goes, by what is known now; no_tick: an event or a start at this router will tell.
  Tick gone_at(Obstacle obstacle, unsigned out) const {
    const Channel& channel = this->channel(out);
    const auto future = [&](Tick at, bool useless) { return at > tick_ && !useless ? at : no_tick; };
    const Tick there = future(channel.gone_at, channel.taken != 0);
    if (obstacle != Obstacle::no_bubble) return there;
    const Queue& local = core_.state.queue(block_, out);
    return std::min(there, future(local.busy_until, local.taken != 0));
  }

  /// First later cycle in which this header could be granted the channel, by what is known now; no_tick as above.
  Tick retry_at(unsigned out) const {
    const Obstacle obstacle = this->obstacle(out);
    const Tick open = obstacle == Obstacle::none ? tick_ + 1 : gone_at(obstacle, out);
    return std::max(open, channel(out).owned_until);
  }

  unsigned phits_ahead(std::int32_t out) const {
    const Channel& channel = this->channel(static_cast<unsigned>(out));
    unsigned phits = channel.ahead * core_.rules.packet_phits;
    if (channel.gone_at > tick_) phits += channel.gone_at - tick_;
    if (channel.owned_until != no_tick && channel.owned_until > tick_) phits -= channel.owned_until - tick_;
    return phits;
  }

  std::uint32_t uniform(std::uint32_t n, std::uint32_t i) const { return core_.draws.uniform(place(), n, i); }
  std::uint32_t offset(std::uint32_t n, std::uint32_t i) const { return core_.draws.offset(place(), n, i); }
  std::uint32_t least(std::uint32_t n, std::uint32_t i) const { return core_.draws.least(place(), n, i); }

 protected:
  const Channel& channel(unsigned out) const { return core_.state.channel(block_, out); }
  DrawPlace place() const { return {core_.now() + tick_ - core_.tick, router_, q_}; }

  Core& core_;
  const Block& block_;
  std::uint32_t router_;
  unsigned q_;
  Tick tick_;
};
static_assert(routing::RouterView<View>);

}  // namespace fsin::engine::event
