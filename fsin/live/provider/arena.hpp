// SPDX-License-Identifier: Apache-2.0
// Blocks of a rank's arena, in classes of powers of two. Blocks that receivers have given back are taken over all at
// once (no ABA problem), sorted into lists by class, and used again; else the arena grows.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/live/rank_state.hpp"

namespace fsin::live::provider {

class Arena {
 public:
  explicit Arena(const RankState& rank)
      : memory_(rank.memory),
        block_(*rank.block),
        next_(memory_.arena(rank.rank)),
        end_(next_ + memory_.shared().arena_bytes) {}

  /// Offset of a block for so many bytes behind the head, which is new; 0 when the arena is full.
  std::uint64_t take(std::uint64_t bytes) {
    const std::uint32_t size_class = class_of(bytes + sizeof(MessageHead));
    if (size_class >= size_classes) return 0;
    std::uint64_t offset = free_[size_class];
    if (offset == 0) {
      sort_given_back();
      offset = free_[size_class];
    }
    if (offset != 0) {
      free_[size_class] = memory_.message(offset).next;
    } else {
      const std::uint64_t size = least_block << size_class;
      if (end_ - next_ < size) return 0;
      offset = next_;
      next_ += size;
    }
    memory_.message(offset) = MessageHead{};
    memory_.message(offset).size_class = size_class;
    return offset;
  }

  /// By the receiver, into the arena of the source.
  static void give_back(const Mapping& memory, std::uint64_t offset) {
    MessageHead& head = memory.message(offset);
    std::atomic<std::uint64_t>& stack = memory.rank(head.source).given_back;
    head.next = stack.load(std::memory_order_relaxed);
    while (!stack.compare_exchange_weak(head.next, offset, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }

 private:
  static std::uint32_t class_of(std::uint64_t bytes) {
    std::uint32_t size_class = 0;
    while (size_class < size_classes && (least_block << size_class) < bytes) ++size_class;
    return size_class;
  }

  void sort_given_back() {
    std::uint64_t offset = block_.given_back.exchange(0, std::memory_order_acquire);
    while (offset != 0) {
      MessageHead& head = memory_.message(offset);
      const std::uint64_t next = head.next;
      head.next = free_[head.size_class];
      free_[head.size_class] = offset;
      offset = next;
    }
  }

  Mapping memory_;
  RankBlock& block_;
  std::uint64_t next_, end_;
  std::array<std::uint64_t, size_classes> free_{};
};

}  // namespace fsin::live::provider
