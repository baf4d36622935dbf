// SPDX-License-Identifier: Apache-2.0
// Due cycles of numbered items that change often: a heap with four children per entry, in which every item knows its
// place. Of the items due in one cycle the lowest number comes first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::engine::message {

class DueHeap {
 public:
  bool empty() const { return heap_.empty(); }
  Cycle next() const { return heap_.empty() ? never : heap_.front().cycle; }

  /// Sets the due cycle of an item, in place of its previous one.
  void plan(std::uint32_t number, Cycle cycle) {
    if (number >= place_.size()) place_.resize(number + std::size_t{1}, nowhere);
    const Entry entry{cycle, number};
    std::size_t at = place_[number];
    if (at == nowhere) {
      at = heap_.size();
      heap_.push_back(entry);
    }
    if (!rise(at, entry)) sink(at, entry);
  }

  /// Removes and returns the item that is due first.
  std::uint32_t pop() {
    const std::uint32_t number = heap_.front().number;
    place_[number] = nowhere;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(0, last);
    return number;
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.heap_, self.place_);
  }

  static constexpr std::size_t bytes_of_item() { return sizeof(Entry) + sizeof(std::uint32_t); }

 private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  struct Entry {
    Cycle cycle = 0;
    std::uint32_t number = 0;
    bool operator<(const Entry& other) const {
      return cycle != other.cycle ? cycle < other.cycle : number < other.number;
    }
  };

  void put(std::size_t at, const Entry& entry) {
    heap_[at] = entry;
    place_[entry.number] = static_cast<std::uint32_t>(at);
  }
  /// Moves an entry up from `at`. False if it stays at `at`; it has not been written then.
  bool rise(std::size_t at, const Entry& entry) {
    const std::size_t from = at;
    for (; at > 0 && entry < heap_[(at - 1) / 4]; at = (at - 1) / 4) put(at, heap_[(at - 1) / 4]);
    if (at != from) put(at, entry);
    return at != from;
  }
  void sink(std::size_t at, const Entry& entry) {
    for (std::size_t child = 4 * at + 1; child < heap_.size(); child = 4 * at + 1) {
      const auto first = heap_.begin() + static_cast<std::ptrdiff_t>(child);
      const auto least =
          std::min_element(first, first + static_cast<std::ptrdiff_t>(std::min<std::size_t>(4, heap_.size() - child)));
      if (!(*least < entry)) break;
      const auto from = static_cast<std::size_t>(least - heap_.begin());
      put(at, heap_[from]);
      at = from;
    }
    put(at, entry);
  }

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> place_;  ///< place of each item in the heap
};

}  // namespace fsin::engine::message
