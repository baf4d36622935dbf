// SPDX-License-Identifier: Apache-2.0
// Time wheel: lists of events for each of the next `span` cycles, one for each kind of event, so that they are
// processed kind by kind. Lists are chains of chunks from one free list, so that memory follows the number of events
// under way and nothing is allocated once a run has warmed up.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::engine::event {

template <class Item, unsigned kinds = 1>
class Wheel {
 public:
  /// Holds items due up to `horizon` cycles ahead.
  explicit Wheel(Cycle horizon)
      : mask_(std::bit_ceil(std::max<Cycle>(horizon + 2, 64)) - 1),
        lists_((mask_ + 1) * kinds),
        busy_((mask_ + 1) / 64) {}

  /// Items of one chunk; also for estimates of memory.
  static constexpr std::uint32_t chunk_items = 126;
  static constexpr std::size_t chunk_bytes();

  Cycle horizon() const { return mask_ - 1; }
  bool empty() const { return items_ == 0; }

  /// Adds an item for cycle `at`, which is later than the cycle being taken, by at most horizon().
  void add(Cycle at, Item item, unsigned kind = 0) {
    const std::size_t i = (at & mask_) * kinds + kind;
    Chunk* chunk = lists_[i];
    if (chunk == nullptr || chunk->used == chunk_items) chunk = lengthen(i);
    chunk->items[chunk->used++] = item;
    ++items_;
    soonest_ = std::min(soonest_, at);
  }

  /// First cycle that has items; `never` if there are none.
  Cycle next() const { return soonest_; }

  /// Calls use(at, item) for all items; `now` is the last cycle taken.
  template <class Use>
  void for_each(Cycle now, Use use) const {
    for (Cycle at = now + 1; at <= now + 1 + mask_; ++at) {
      for (unsigned kind = 0; kind < kinds; ++kind) {
        for (const Chunk* chunk = lists_[(at & mask_) * kinds + kind]; chunk != nullptr; chunk = chunk->next) {
          for (std::uint32_t i = 0; i < chunk->used; ++i) use(at, chunk->items[i]);
        }
      }
    }
  }

  /// Calls use(items, count) for each chunk of cycle `at` and empties it, kind after kind, each with a `use` of its
  /// own. The functions may add items for later cycles. No cycle with items may be skipped.
  template <class... Use>
  void drain(Cycle at, Use... use) {
    static_assert(sizeof...(Use) == kinds);
    if (at != soonest_) return;
    const std::size_t slot = at & mask_;
    busy_[slot / 64] &= ~(1ULL << (slot % 64));
    std::size_t list = slot * kinds;
    (empty_list(lists_[list++], use), ...);
    soonest_ = first_from(at + 1);
  }

 private:
  struct Chunk {
    Chunk* next = nullptr;
    std::uint32_t used = 0;
    std::array<Item, chunk_items> items;
  };

  template <class Use>
  void empty_list(Chunk*& list, Use& use) {
    Chunk* chunk = std::exchange(list, nullptr);
    while (chunk != nullptr) {
      items_ -= chunk->used;
      use(chunk->items.data(), chunk->used);
      Chunk* next = chunk->next;
      chunk->next = free_;
      free_ = chunk;
      chunk = next;
    }
  }

  Cycle first_from(Cycle from) const {
    if (items_ == 0) return never;
    std::size_t word = (from & mask_) / 64;
    std::uint64_t bits = busy_[word] & (~0ULL << (from % 64));
    while (bits == 0) {
      word = word + 1 == busy_.size() ? 0 : word + 1;
      bits = busy_[word];
    }
    const Cycle slot = word * 64 + static_cast<Cycle>(std::countr_zero(bits));
    return from + ((slot - from) & mask_);
  }

  /// Adds a chunk. Out of line: add() is on the path of every event.
  [[gnu::noinline]] Chunk* lengthen(std::size_t i) {
    Chunk* fresh = take_chunk();
    fresh->next = lists_[i];
    const std::size_t slot = i / kinds;
    busy_[slot / 64] |= 1ULL << (slot % 64);
    return lists_[i] = fresh;
  }

  Chunk* take_chunk() {
    if (free_ == nullptr) {
      chunks_.push_back(std::make_unique<Chunk>());
      return chunks_.back().get();
    }
    Chunk* chunk = free_;
    free_ = chunk->next;
    chunk->used = 0;
    return chunk;
  }

  Cycle mask_;
  Cycle soonest_ = never;  ///< first cycle with items
  std::uint64_t items_ = 0;
  std::vector<Chunk*> lists_;        ///< first chunk of each cycle and kind
  std::vector<std::uint64_t> busy_;  ///< one bit for each cycle with items
  std::vector<std::unique_ptr<Chunk>> chunks_;
  Chunk* free_ = nullptr;
};

template <class Item, unsigned kinds>
constexpr std::size_t Wheel<Item, kinds>::chunk_bytes() {
  return sizeof(Chunk);
}

}  // namespace fsin::engine::event
