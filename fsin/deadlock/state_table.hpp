// SPDX-License-Identifier: Apache-2.0
// The packet states that a search has met, in the order in which it met them.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/deadlock/steps.hpp"

namespace fsin::deadlock {

struct PacketState {
  QueuePlace queue;
  StateBytes state;

  bool operator==(const PacketState&) const = default;
};

class StateTable {
 public:
  StateTable() : slots_(1U << 12U, 0) {}

  /// Its number, from 0; a new one where it was not known.
  std::uint32_t add(const PacketState& state) {
    std::size_t slot = hash(state) & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      if (states_[slots_[slot] - 1] == state) return slots_[slot] - 1;
    }
    states_.push_back(state);
    slots_[slot] = static_cast<std::uint32_t>(states_.size());
    if (2 * states_.size() > slots_.size()) grow();
    return static_cast<std::uint32_t>(states_.size() - 1);
  }
  std::size_t size() const { return states_.size(); }
  const PacketState& operator[](std::size_t i) const { return states_[i]; }
  void clear() {
    for (const PacketState& state : states_) {
      for (std::size_t slot = hash(state) & (slots_.size() - 1); slots_[slot] != 0;
           slot = (slot + 1) & (slots_.size() - 1)) {
        slots_[slot] = 0;
      }
    }
    states_.clear();
  }

 private:
  static std::uint64_t hash(const PacketState& state) {
    constexpr std::uint64_t a = 0x9e3779b97f4a7c15U, b = 0xbf58476d1ce4e5b9U;
    std::uint64_t h = (std::uint64_t{state.queue.router} << 32U | state.queue.queue) * a;
    h = (h ^ h >> 31U ^ state.state.words[0]) * b;
    h = (h ^ h >> 29U ^ state.state.words[1]) * a;
    return h ^ h >> 32U;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      std::size_t slot = hash(states_[i]) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<PacketState> states_;
  std::vector<std::uint32_t> slots_;  ///< open addressing; number of the state plus 1
};

}  // namespace fsin::deadlock
