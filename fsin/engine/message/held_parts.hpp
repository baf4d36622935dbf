// SPDX-License-Identifier: Apache-2.0
// Loads that the flows limited by one link put on every other link: the change of each load with the level of the
// limiting link. A list, and a table with open addressing that gives the place of a link in it.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/hash.hpp"

namespace fsin::engine::message {

class HeldParts {
 public:
  struct Entry {
    std::uint32_t link = 0;
    std::uint32_t flows = 0;
    double part = 0;  ///< sum of part * weight of these flows
  };

  void add(std::uint32_t link, double part) {
    if (2 * entries_.size() >= slots_.size()) grow();
    const std::size_t slot = slot_of(link);
    if (slots_[slot] == nowhere) {
      slots_[slot] = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({link, 0, 0});
    }
    Entry& entry = entries_[slots_[slot]];
    ++entry.flows;
    entry.part += part;
  }
  /// Removes the part of a flow that was added.
  void remove(std::uint32_t link, double part) {
    const std::size_t slot = slot_of(link);
    Entry& entry = entries_[slots_[slot]];
    entry.part -= part;
    if (--entry.flows != 0) return;
    slots_[slot_of(entries_.back().link)] = slots_[slot];
    entry = entries_.back();
    entries_.pop_back();
    empty(slot);
  }
  void clear() {
    entries_.clear();
    slots_.assign(slots_.size(), nowhere);
  }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.entries_, self.slots_, self.shift_);
  }

 private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  std::size_t first_slot(std::uint32_t link) const {
    return (link * static_cast<std::uint32_t>(golden_ratio >> 32U)) >> shift_;
  }
  /// The slot of the link, or the one where it would be inserted.
  std::size_t slot_of(std::uint32_t link) const {
    std::size_t slot = first_slot(link);
    while (slots_[slot] != nowhere && entries_[slots_[slot]].link != link) slot = next(slot);
    return slot;
  }
  std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  /// Empties a slot. Later entries that are not in their first slot move up, so that they are still found.
  void empty(std::size_t slot) {
    for (std::size_t at = next(slot); slots_[at] != nowhere; at = next(at)) {
      const std::size_t first = first_slot(entries_[slots_[at]].link);
      if (((at - first) & (slots_.size() - 1)) < ((at - slot) & (slots_.size() - 1))) continue;
      slots_[slot] = slots_[at];
      slot = at;
    }
    slots_[slot] = nowhere;
  }
  void grow() {
    --shift_;
    slots_.assign(std::size_t{1} << (32U - shift_), nowhere);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) slots_[slot_of(entries_[i].link)] = i;
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  ///< places in the list
  unsigned shift_ = 29;               ///< right shift of a 32-bit hash that leaves the bits of a slot
};

}  // namespace fsin::engine::message
