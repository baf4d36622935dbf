// SPDX-License-Identifier: Apache-2.0
// The packet states that a search has met, in the order in which it met them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fsin/core/hash.hpp"
#include "fsin/deadlock/queue_place.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::deadlock {

using routing::StateBytes;

struct PacketState {
  QueuePlace queue;
  StateBytes state;

  bool operator==(const PacketState&) const = default;
};

class StateTable {
 public:
  StateTable() : slots_(1U << 8U) {}

  /// Number of a state, from 0; a new one if the state was unknown.
  std::uint32_t add(const PacketState& state) {
    const std::uint64_t hashed = hash(state);
    const auto tag = static_cast<std::uint32_t>(hashed >> 32U);
    std::size_t slot = hashed & (slots_.size() - 1);
    for (; slots_[slot].number != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].tag == tag && states_[slots_[slot].number - 1] == state) return slots_[slot].number - 1;
    }
    states_.push_back(state);
    slots_[slot] = {static_cast<std::uint32_t>(states_.size()), tag};
    if (2 * states_.size() > slots_.size()) grow();
    return static_cast<std::uint32_t>(states_.size() - 1);
  }
  std::size_t size() const { return states_.size(); }
  const PacketState& operator[](std::size_t i) const { return states_[i]; }
  const std::vector<PacketState>& all() const { return states_; }
  void clear() {
    if (8 * states_.size() > slots_.size()) {
      std::fill(slots_.begin(), slots_.end(), Slot{});
    } else {
      for (const PacketState& state : states_) empty_from(hash(state) & (slots_.size() - 1));
    }
    states_.clear();
  }

 private:
  struct Slot {
    std::uint32_t number = 0;  ///< number of the state plus 1; 0: free
    std::uint32_t tag = 0;     ///< tag from the hash of the state, so that few other states are compared
  };

  static std::uint64_t hash(const PacketState& state) {
    constexpr std::uint64_t a = golden_ratio, b = 0xbf58476d1ce4e5b9U;
    std::uint64_t h = (std::uint64_t{state.queue.router} << 32U | state.queue.queue) * a;
    h = (h ^ h >> 31U ^ state.state.words[0]) * b;
    h = (h ^ h >> 29U ^ state.state.words[1]) * a;
    return h ^ h >> 32U;
  }
  void empty_from(std::size_t slot) {
    for (; slots_[slot].number != 0; slot = (slot + 1) & (slots_.size() - 1)) slots_[slot] = {};
  }
  void grow() {
    slots_.assign(2 * slots_.size(), {});
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const std::uint64_t hashed = hash(states_[i]);
      std::size_t slot = hashed & (slots_.size() - 1);
      while (slots_[slot].number != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = {static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(hashed >> 32U)};
    }
  }

  std::vector<PacketState> states_;
  std::vector<Slot> slots_;  ///< open addressing
};

}  // namespace fsin::deadlock
