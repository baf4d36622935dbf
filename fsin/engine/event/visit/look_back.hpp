// SPDX-License-Identifier: Apache-2.0
// Requests of waiting headers in the cycles in which their router was not visited.
//
// With a routing algorithm that remembers (`smart`), each request of a header, granted or not, changes its next
// request. A header is still served only when it could be granted something: its requests in between are reconstructed
// then, from the current room and the changes of room since its last request.
//
//                first served, not granted
//   not waiting ------------------------------> waits, counted up to asked[q]
//        ^                                        |  could be granted: catch_up(), request(), asked[q] = next cycle
//        |  granted: retry = 0                    |  RoomHistory is full: look_back_all()
//        +----------------------------------------+
//
// The reconstruction is short: as soon as all values of `retry` would have led to the same one, earlier cycles do not
// matter.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "fsin/engine/event/visit/restriction.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class LookBack : public Restriction<Algorithm, one_word> {
  using Below = Restriction<Algorithm, one_word>;

 public:
  using Below::Below;

  /// Looks at everything that was skipped, before ticks are shifted.
  void look_back_everywhere();

 protected:
  using Below::algorithm_;
  using Below::core_;
  using Below::head_packet;
  using Below::mask_words;
  using Below::number;
  using Below::record;
  using Below::rules_;
  using Below::somebody_waits;
  using Below::state_of;

  /// Notes a change of room; `from` is the first tick in which headers see it.
  void room_changed(const Block& block, std::uint32_t router, unsigned out, bool opened, Tick from) {
    if constexpr (Algorithm::remembers) {
      if (rules_.bubble_applies(rules_.vc_of[out])) return;  // not requested while anything is remembered
      if (!somebody_waits(block)) return;  // a header that begins to wait in this cycle counts from the next one on
      RoomHistory& history = record(block).history();
      note_change(history, {from, static_cast<std::uint16_t>(out), static_cast<std::uint16_t>(opened)});
      if (history.count == RoomHistory::most) look_back_all(block, router, std::max(from, core_.clock.tick));
    }
  }

  /// Reconstructs the requests of the header at the head of queue `q`, which was served before, before its request of
  /// this cycle.
  void catch_up(const Block& block, std::uint32_t router, unsigned q) {
    const RoomHistory& history = record(block).history();
    look_back(block, router, q, {&block.masks(), {history.changes, history.count}}, core_.clock.tick);
  }

 private:
  /// Masks as of a cycle, and the changes of room up to it in the order of their ticks.
  struct Past {
    const Masks* masks;
    std::span<const network::RoomChange> changes;
  };
  void look_back_all(const Block& block, std::uint32_t router, Tick end);
  void look_back(const Block& block, std::uint32_t router, unsigned q, const Past& past, Tick end);

  // Room for look_back_all().
  std::vector<Masks> past_masks_;
  std::vector<network::RoomChange> changes_;
};

/// Reconstructs the requests of all waiting headers in the cycles before `end`, and clears the list of changes.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
void LookBack<Algorithm, one_word>::look_back_all(const Block& block, std::uint32_t router, Tick end) {
  if (!somebody_waits(block)) return;
  RoomHistory& history = record(block).history();
  past_masks_.assign(&block.masks(), &block.masks() + mask_words(block));
  changes_.assign(history.changes, history.changes + history.count);
  // Adds slots that became free in a skipped cycle; the next visit notes them.
  block.for_each(&Masks::opening, mask_words(block), [&](unsigned out) {
    const Channel& channel = core_.state.channel(block, out);
    if (channel.gone_at >= end) return;
    past_masks_[out / 64].room |= bit(out);
    const network::RoomChange change{channel.gone_at, static_cast<std::uint16_t>(out), 1};
    const auto later = [](const auto& a, const auto& b) { return a.from < b.from; };
    changes_.insert(std::upper_bound(changes_.begin(), changes_.end(), change, later), change);
  });
  block.for_each(&Masks::waiting, mask_words(block), [&](unsigned q) {
    look_back(block, router, q, {past_masks_.data(), changes_}, end);
    record(block).asked()[q] = std::max(record(block).asked()[q], end);
  });
  history.count = 0;
}

/// The value of `retry` of a waiting header after its requests in the cycles before `end`.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
void LookBack<Algorithm, one_word>::look_back(const Block& block, std::uint32_t router, unsigned q, const Past& past,
                                              Tick end) {
  Queue& queue = core_.state.queue(block, q);
  const Tick first = record(block).asked()[q];
  if (first >= end) return;
  const Packet& packet = head_packet(queue);
  if (packet.destination == router) return;
  std::array<std::uint64_t, max_queues / 64> room;  // a view may look beyond the words in use
  for (std::uint32_t w = 0; w < mask_words(block); ++w) room[w] = past.masks[w].room;
  routing::RetryMap leads;
  for (std::size_t n = past.changes.size();;) {
    for (; n > 0 && past.changes[n - 1].from >= end; --n) {
      std::uint64_t& word = room[past.changes[n - 1].channel / 64];
      const std::uint64_t channel = bit(past.changes[n - 1].channel);
      word = past.changes[n - 1].opened != 0 ? word & ~channel : word | channel;
    }
    const Tick from = n > 0 ? std::max(first, past.changes[n - 1].from) : first;
    PastView view(core_, block, router, number(block, q), from, RoomThen{room.data()});
    if (algorithm_.look_back(view, state_of(packet), end - from, leads) || from == first) break;
    end = from;
  }
  queue.retry = leads[queue.retry];
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
void LookBack<Algorithm, one_word>::look_back_everywhere() {
  if constexpr (Algorithm::remembers) {
    core_.for_each_router(
        [&](std::uint32_t router) { look_back_all(core_.state.block(router), router, core_.clock.tick + 1); });
  }
}

}  // namespace fsin::engine::event
