// SPDX-License-Identifier: Apache-2.0
// A heap with four children per entry: half as many levels as with two, and the children of an entry lie side by side
// in memory. Entries are compared by `<`, and the least one is on top.
//
// The position of the least child is as good as random, and a branch on it is mispredicted. So comparisons are used as
// numbers here, and `<` of an entry should have no branches either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::engine::message {

/// A cycle and a number in one integer, compared without a branch: by the cycle first.
__extension__ using Place = unsigned __int128;
inline Place place_of(Cycle cycle, std::uint32_t number) { return Place{cycle} << 64U | number; }

template <class Entry>
class QuadHeap {
 public:
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  const Entry& top() const { return heap_.front(); }

  void push(const Entry& entry) {
    std::size_t at = heap_.size();
    heap_.push_back(entry);
    for (; at > 0 && entry < heap_[(at - 1) / 4]; at = (at - 1) / 4) heap_[at] = heap_[(at - 1) / 4];
    heap_[at] = entry;
  }

  void pop() {
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(last);
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.heap_);
  }

 private:
  /// Moves the entry down from the top, which is free, to its place.
  void sink(const Entry& entry) {
    Entry* const heap = heap_.data();
    const std::size_t size = heap_.size();
    std::size_t at = 0;
    for (std::size_t child = 1; child < size; child = 4 * at + 1) {
      const std::size_t least = child + 4 <= size ? least_of_four(heap, child) : least_of(heap, child, size);
      if (!(heap[least] < entry)) break;
      heap[at] = heap[least];
      at = least;
    }
    heap[at] = entry;
  }

  static std::size_t least_of_four(const Entry* heap, std::size_t first) {
    const std::size_t left = first + static_cast<std::size_t>(heap[first + 1] < heap[first]);
    const std::size_t right = first + 2 + static_cast<std::size_t>(heap[first + 3] < heap[first + 2]);
    return left + (right - left) * static_cast<std::size_t>(heap[right] < heap[left]);
  }
  static std::size_t least_of(const Entry* heap, std::size_t first, std::size_t end) {
    std::size_t least = first;
    for (std::size_t other = first + 1; other < end; ++other) least = heap[other] < heap[least] ? other : least;
    return least;
  }

  std::vector<Entry> heap_;
};

}  // namespace fsin::engine::message
