// SPDX-License-Identifier: Apache-2.0
// Waiting headers and their output channels: a mask of channels for each input queue, in a record that the router holds
// while headers wait in it (wait_records.hpp). A header whose first request is not granted begins to wait for every
// channel that it may ever request at this router, and stops when it is granted one of them. So a visit finds the
// headers worth serving from the channels that can be granted, and skips all others.
//
// A header from an injection queue that congestion control may hold back is served in every cycle: its other condition,
// free slots in queues of its own router, changes with every packet.
//
// The loops have no branches but their ends: which channels are wanted, owned or open is as good as random.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// Finds the waiting headers that could be granted something in this cycle, into could_win_.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::find_who_could_win(const Block& block, std::uint32_t router) {
  const Tick now = core_.clock.tick;
  const WaitRecord record = visited_record(block);
  std::uint64_t open_somewhere = 0;
  for (unsigned w = 0; w < mask_words(block); ++w) {
    could_win_[w] = record.apart(w);
    if (could_win_[w] != 0 && block.node().consuming_until > now) could_win_[w] &= restricted(block, w);
    std::uint64_t open = 0;
    for_each_bit(record.wanted(w) & block.masks(w).room, [&](unsigned i) {
      open |= std::uint64_t{core_.state.channel(block, w * 64 + i).owned_until <= now} << i;
    });
    open_[w] = open;
    open_somewhere |= open;
  }
  if (open_somewhere == 0) return;
  if constexpr (routing::AsksForEmptiest<Algorithm>) keep_emptiest(block, router);
  for (unsigned w = 0; w < mask_words(block); ++w) {
    std::uint64_t open = open_[w];
    if (!one_word && open == 0) continue;
    std::uint64_t closed_rings = 0;  // only a header that goes on in its ring needs no bubble
    for_each_bit(open & bubble_channels_[w], [&](unsigned i) {
      closed_rings |= std::uint64_t{!ring_can_be_entered(core_, block, w * 64 + i, now)} << i;
    });
    open &= ~closed_rings;
    const std::uint64_t* const wants = record.of_queue(w);
    for (unsigned v = 0; v < mask_words(block); ++v) {
      const std::uint64_t own_ring = v == w ? closed_rings : 0;
      std::uint64_t queues = 0;
      for_each_bit(block.masks(v).waiting, [&](unsigned i) {
        const std::uint64_t grantable = open | (own_ring & bit(i));
        queues |= std::uint64_t{(wants[v * 64 + i] & grantable) != 0} << i;
      });
      could_win_[v] |= queues;
    }
  }
}

/// Closes all but the emptiest channels if all waiting headers that have a choice request the emptiest of the same
/// channels.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::keep_emptiest(const Block& block, std::uint32_t router) {
  const routing::Channels group = algorithm_.emptiest_of(block.head().layer);
  if (group.count < 2) return;
  bool some_open = false;
  for (unsigned w = group.first / 64; w <= (group.first + group.count - 1) / 64; ++w) {
    some_open = some_open || (open_[w] & bits_of(group.first, group.count, w)) != 0;
  }
  if (!some_open) return;
  const Emptiest& emptiest = view(block, router, 0).find_emptiest(group.first, group.count);
  Words kept;
  for (unsigned w = 0; w < mask_words(block); ++w) kept[w] = ~bits_of(group.first, group.count, w);
  for (unsigned i = 0; i < emptiest.count; ++i) kept[word_of(emptiest.outs[i])] |= bit(emptiest.outs[i]);
  for (unsigned w = 0; w < mask_words(block); ++w) open_[w] &= kept[w];
}

/// Makes the request of a waiting header that requests the emptiest of several channels, without access to its packet.
/// False if it is no such header.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
[[gnu::always_inline]] inline bool Visitor<Algorithm, one_word>::ask_for_emptiest(const Block& block,
                                                                                  std::uint32_t router, unsigned q) {
  if (is_restricted(block, q)) return false;
  const routing::Channels group = algorithm_.emptiest_of(block.head().layer);
  if (group.count < 2 || (visited_record(block).of_queue(word_of(group.first))[q] & bit(group.first)) == 0)
    return false;
  const auto out =
      static_cast<unsigned>(view(block, router, q).emptiest(static_cast<std::int32_t>(group.first), group.count));
  list_[requests_] = {static_cast<std::uint16_t>(out), static_cast<std::uint16_t>(q)};
  requests_ += unsigned{block.has(&Masks::room, out)} &
               unsigned{core_.state.channel(block, out).owned_until <= core_.clock.tick};
  return true;
}

/// Registers headers whose first request, in this visit, was not granted. The router gets a record when they are the
/// first to wait, and returns it when none waits any more.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
[[gnu::always_inline]] inline void Visitor<Algorithm, one_word>::let_wait(const Block& block, std::uint32_t router) {
  const bool begins = somebody_is(block, &Masks::fresh);
  if (!begins && !stopped_) return;
  const bool goes_on = somebody_is(block, &Masks::waiting);
  if (stopped_ && goes_on) {
    forget_wanted(block);
  } else if (!goes_on) {
    renew_record(block, begins);
  }
  if (!begins) return;
  for (unsigned w = 0; w < mask_words(block); ++w) {
    Masks& masks = block.masks(w);
    for_each_bit(masks.fresh, [&](unsigned i) { start_waiting(block, router, w * 64 + i); });
    masks.waiting |= masks.fresh;
    masks.fresh = 0;
  }
}

/// Replaces the record when no header waits. There is one if a header waited before this visit; afterwards there is an
/// empty one if `needed`, else none.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::renew_record(const Block& block, bool needed) {
  if (!needed) {
    records(block).give_back(block.head().record);
  } else {
    if (!stopped_) {
      block.head().record = records(block).take() & (max_routers - 1);
      record_ = record_at(block);
    }
    const WaitRecord record = visited_record(block);
    for (unsigned w = 0; w < mask_words(block); ++w) record.wanted(w) = record.apart(w) = 0;
    if constexpr (Algorithm::remembers) record.history().count = 0;
  }
  for (unsigned w = 0; w < mask_words(block); ++w) unwanted_[w] = 0;
  stopped_ = false;
}

/// Removes the channels that were wanted only by headers that no longer wait.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::forget_wanted(const Block& block) {
  const WaitRecord record = visited_record(block);
  stopped_ = false;
  for (unsigned w = 0; w < mask_words(block); ++w) {
    std::uint64_t unwanted = std::exchange(unwanted_[w], 0);
    if (unwanted == 0) continue;
    const std::uint64_t* const wants = record.of_queue(w);
    for (unsigned v = 0; v < mask_words(block) && unwanted != 0; ++v) {
      for (std::uint64_t left = block.masks(v).waiting; left != 0 && unwanted != 0; left &= left - 1) {
        unwanted &= ~wants[v * 64 + static_cast<unsigned>(std::countr_zero(left))];
      }
    }
    record.wanted(w) &= ~unwanted;
  }
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::start_waiting(const Block& block, std::uint32_t router, unsigned q) {
  const WaitRecord record = visited_record(block);
  const Packet& packet = head_packet(core_.state.queue(block, q));
  Words outs;
  for (unsigned w = 0; w < mask_words(block); ++w) outs[w] = 0;
  if (packet.destination == router) {
    record.apart(word_of(q)) |= bit(q);
  } else {
    algorithm_.candidates(view(block, router, q), state_of(packet), [&](std::int32_t channel) {
      const auto out = static_cast<unsigned>(channel);
      outs[word_of(out)] |= bit(out);
    });
    record.apart(word_of(q)) |= bit(q) & restricted(block, word_of(q));
  }
  for (unsigned w = 0; w < mask_words(block); ++w) {
    record.of_queue(w)[q] = outs[w];
    record.wanted(w) |= outs[w];
  }
  record.since()[q] = core_.clock.tick;
  if constexpr (Algorithm::remembers) record.asked()[q] = core_.clock.tick + 1;
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
[[gnu::always_inline]] inline void Visitor<Algorithm, one_word>::stop_waiting(const Block& block, unsigned q) {
  if (block.has(&Masks::fresh, q)) {
    block.clear(&Masks::fresh, q);
    return;
  }
  block.clear(&Masks::waiting, q);
  const WaitRecord record = visited_record(block);
  record.apart(word_of(q)) &= ~bit(q);
  for (unsigned w = 0; w < mask_words(block); ++w) unwanted_[w] |= record.of_queue(w)[q];
  stopped_ = true;
}

}  // namespace fsin::engine::event
