// SPDX-License-Identifier: Apache-2.0
// Updates of the masks of the channels with room (channels.hpp) when a tick passes, a packet starts, a `leave` event
// arrives, or a link fails or comes back.
#pragma once

#include "fsin/engine/event/visit/look_back.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class ChannelRoom : public LookBack<Algorithm, one_word> {
  using Below = LookBack<Algorithm, one_word>;

 public:
  using Below::Below;

  /// A packet has begun to leave the queue behind channel `out`, whose numbers still show what was before. True if a
  /// header that has been looked at before waits for that channel; one that has not orders its own visit.
  bool queue_behind_moves(const Block& block, std::uint32_t router, unsigned out, Channel& channel, Leave leave);

  /// The link at an output port fails: from tick `from` on, which is to come, nobody is granted a channel of it.
  void fail(std::uint32_t router, unsigned port, Tick from);
  /// It comes back: from tick `from` on, that of the cycle to be served next, its channels have the room that they
  /// have.
  void restore(std::uint32_t router, unsigned port, Tick from);

 protected:
  using Below::core_;
  using Below::mask_words;
  using Below::record;
  using Below::room_changed;
  using Below::rules_;
  using Below::somebody_waits;
  using Below::word_of;

  /// Slots that have become free because a tick has passed since the last visit.
  void open_channels(const Block& block, std::uint32_t router) {
    block.for_each(&Masks::opening, mask_words(block), [&](unsigned out) {
      const Channel& channel = core_.state.channel(block, out);
      if (slot_leaves(channel, core_.clock.tick)) return;
      block.clear(&Masks::opening, out);
      block.set(&Masks::room, out);
      room_changed(block, router, out, true, channel.gone_at);
    });
  }
  void close_if_full(const Block& block, std::uint32_t router, unsigned out, const Channel& channel);

 private:
  bool wanted(const Block& block, unsigned out) const;
};

/// Closes the channel after a start if the queue behind it is full.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
void ChannelRoom<Algorithm, one_word>::close_if_full(const Block& block, std::uint32_t router, unsigned out,
                                                     const Channel& channel) {
  if (has_failed(channel)) return;  // granted before the failure; it has no room any more
  const bool opens = opens_later(channel, rules_.slots, core_.clock.tick);
  if (channel.ahead < rules_.slots && !opens) return;
  block.clear(&Masks::room, out);
  if (opens) block.set(&Masks::opening, out);
  room_changed(block, router, out, false, core_.clock.tick + 1);
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
bool ChannelRoom<Algorithm, one_word>::wanted(const Block& block, unsigned out) const {
  return somebody_waits(block) && (record(block).wanted(word_of(out)) & bit(out)) != 0;
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline bool ChannelRoom<Algorithm, one_word>::queue_behind_moves(const Block& block, std::uint32_t router, unsigned out,
                                                                 Channel& channel, Leave leave) {
  const Tick tick = core_.clock.tick;
  const bool was_full = channel.ahead + 1U >= rules_.slots && !block.has(&Masks::room, out);
  // The slot of the packet that left before may have become free in a skipped cycle.
  const Tick opened_at = channel.ahead < rules_.slots ? channel.gone_at : tick;
  --channel.ahead;
  channel.gone_at = tick - 1 + leave.cycles;
  // A header sent in the very cycle in which the departure began takes over its slot; later headers do so when they
  // start.
  channel.leaver_slot = leave.slot();
  newcomer(channel.leaver_slot, channel.sent_at == tick - 1);
  if (was_full && !has_failed(channel)) {
    if (opens_later(channel, rules_.slots, tick)) {
      block.set(&Masks::opening, out);
    } else {
      block.clear(&Masks::opening, out);
      block.set(&Masks::room, out);
      room_changed(block, router, out, true, opened_at);
    }
  }
  // If there was room before, only a bubble can be new.
  const bool was_short = was_full || (rules_.bubble_applies(rules_.vc_of[out]) &&
                                      channel.ahead + 1U + rules_.bubble_target > rules_.slots);
  return was_short && wanted(block, out);
}

/// Fails a link. A slot that became free in a skipped cycle was available before.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
void ChannelRoom<Algorithm, one_word>::fail(std::uint32_t router, unsigned port, Tick from) {
  const Block block = this->block(router);
  for (unsigned vc = 0; vc < rules_.vcs; ++vc) {
    const unsigned out = port * rules_.vcs + vc;
    Channel& channel = core_.state.channel(block, out);
    channel.ahead = static_cast<std::uint8_t>(channel.ahead + failed_packets);
    if (block.has(&Masks::opening, out)) {
      block.clear(&Masks::opening, out);
      if (channel.gone_at >= from) continue;
      block.set(&Masks::room, out);
      room_changed(block, router, out, true, channel.gone_at);
    } else if (!block.has(&Masks::room, out)) {
      continue;
    }
    block.clear(&Masks::room, out);
    room_changed(block, router, out, false, from);
  }
}

/// Brings a failed link back. The router is visited, whether headers wait there for this link or not: the visit finds
/// every reason for a later one.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
void ChannelRoom<Algorithm, one_word>::restore(std::uint32_t router, unsigned port, Tick from) {
  const Block block = this->block(router);
  for (unsigned vc = 0; vc < rules_.vcs; ++vc) {
    const unsigned out = port * rules_.vcs + vc;
    Channel& channel = core_.state.channel(block, out);
    channel.ahead = static_cast<std::uint8_t>(channel.ahead - failed_packets);
    if (opens_later(channel, rules_.slots, from)) {
      block.set(&Masks::opening, out);
    } else if (channel.ahead < rules_.slots) {
      block.set(&Masks::room, out);
      room_changed(block, router, out, true, from);
    }
  }
  if (block.head().wake_at == from) return;
  block.head().wake_at = from;
  core_.events.emplace_back(Kind::wake, router, 0, 0);
}

}  // namespace fsin::engine::event
