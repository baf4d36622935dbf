// SPDX-License-Identifier: Apache-2.0
// Which headers wait for which output channels: a mask of channels for each input queue, in a record that the router
// has while headers wait in it (wait_records.hpp). A header that asks for the first time and is not granted anything
// begins to wait for every channel that it may ever ask for at this router, and stops when it is granted one of them.
// So a visit finds the headers worth asking from the channels that can be granted, and passes over all others.
//
// A header from an injection queue that congestion control may hold back is asked in every cycle: what it waits for
// besides, free slots in queues of its own router, changes with every packet.
//
// The loops have no branches but their ends: which channels are wanted, owned or open is as good as random.
#pragma once

#include <utility>

#include "fsin/engine/event/visit/channel_room.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Waiters : public ChannelRoom<Algorithm, one_word> {
  using Below = ChannelRoom<Algorithm, one_word>;

 public:
  Waiters(Core& core, Algorithm algorithm) : Below(core, algorithm) {
    for (unsigned out = 0; out < rules_.transit_queues; ++out) {
      if (rules_.bubble_applies(rules_.vc_of[out])) bubble_channels_[out / 64] |= bit(out);
    }
  }

  /// The algorithm follows the tables of a phase from now on.
  void enter(unsigned phase) { algorithm_.enter(phase); }

  /// After that: every header that waits does so for the channels that it may ask for now, and its router is visited in
  /// tick `from`, that of the cycle to be served next.
  void look_again(Tick from) {
    core_.for_each_router([&](std::uint32_t router) {
      const Block block = this->block(router);
      if constexpr (routing::Reconsidering<Algorithm>) reconsider(block, router);
      if (!somebody_waits(block)) return;
      record_ = record_at(block);
      const WaitRecord record = visited_record(block);
      for (unsigned w = 0; w < mask_words(block); ++w) record.wanted(w) = 0;
      block.for_each(&Masks::waiting, mask_words(block), [&](unsigned q) { find_wants(block, router, q, record); });
      if (block.head().wake_at == from) return;
      block.head().wake_at = from;
      core_.events.emplace_back(Kind::wake, router, 0, 0);
    });
  }

 protected:
  using Below::algorithm_;
  using Below::core_;
  using Below::head_packet;
  using Below::mask_words;
  using Below::record_at;
  using Below::records;
  using Below::restricted;
  using Below::rules_;
  using Below::somebody_is;
  using Below::somebody_waits;
  using Below::state_of;
  using Below::view;
  using Below::word_of;
  using typename Below::Words;

  /// The record of the router that is visited; means nothing where nobody waits.
  WaitRecord visited_record(const Block& block) const { return {record_, block.layout().record, mask_words(block)}; }
  void begin_visit(const Block& block) { record_ = record_at(block); }

  /// The waiting headers that could be granted something in this cycle, into could_win_.
  void find_who_could_win(const Block& block, std::uint32_t router) {
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
      std::uint64_t closed_rings = 0;  // only the header that goes on in its ring needs no bubble
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

  /// Headers that have asked for the first time in this visit and were not granted anything. The router gets a record
  /// when they are the first to wait, and is rid of it when nobody waits any more.
  [[gnu::always_inline]] void let_wait(const Block& block, std::uint32_t router) {
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

  /// The header of a queue has been granted something.
  [[gnu::always_inline]] void stop_waiting(const Block& block, unsigned q) {
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

  Words bubble_channels_{};  ///< output channels that a bubble protects
  Words could_win_;          ///< in this visit: waiting headers that want an open channel, or that can be consumed

 private:
  /// Headers that have been served at this router and still wait here: for an output, or for their tails to be due.
  void reconsider(const Block& block, std::uint32_t router) {
    const auto each = [&](unsigned q) {
      Packet& packet = head_packet(core_.state.queue(block, q));
      if (packet.destination != router) algorithm_.reconsider(router, state_of(packet));
    };
    block.for_each(&Masks::waiting, mask_words(block), each);
    block.for_each(&Masks::behind, mask_words(block), [&](unsigned q) {
      if (head_packet(core_.state.queue(block, q)).looked_at != 0) each(q);
    });
  }

  /// Where all waiting headers that have a choice ask for the emptiest of the same channels, the others of them are as
  /// good as closed.
  void keep_emptiest(const Block& block, std::uint32_t router) {
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

  /// Nobody waits. There is a record if somebody waited before this visit; there shall be an empty one, or none.
  void renew_record(const Block& block, bool needed) {
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

  /// Channels for which only headers waited that do not wait any more are no longer wanted.
  void forget_wanted(const Block& block) {
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

  void start_waiting(const Block& block, std::uint32_t router, unsigned q) {
    const WaitRecord record = visited_record(block);
    find_wants(block, router, q, record);
    record.since()[q] = core_.clock.tick;
    if constexpr (Algorithm::remembers) record.asked()[q] = core_.clock.tick + 1;
  }

  /// Notes what the header at the head of a queue waits for.
  [[gnu::always_inline]] void find_wants(const Block& block, std::uint32_t router, unsigned q,
                                         const WaitRecord& record) {
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
  }

  Words open_;                   ///< in this visit: wanted output channels with room and no owner
  Words unwanted_{};             ///< channels for which those waited who have stopped in this visit
  std::byte* record_ = nullptr;  ///< of the visited router
  bool stopped_ = false;         ///< a header that waited does not any more
};

}  // namespace fsin::engine::event
