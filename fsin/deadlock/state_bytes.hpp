// SPDX-License-Identifier: Apache-2.0
// What the analyses keep of a packet: the state of its routing algorithm as plain bytes, and the queue it waits in.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fsin/routing/algorithm.hpp"

namespace fsin::deadlock {

/// State of an algorithm as plain bytes; what it does not use is 0.
struct StateBytes {
  std::array<std::uint64_t, 2> words{};

  bool operator==(const StateBytes&) const = default;
};
static_assert(sizeof(StateBytes) == routing::Route::bytes);

template <class State>
StateBytes packed(const State& state) {
  StateBytes bytes;
  std::memcpy(bytes.words.data(), &state, sizeof(State));
  return bytes;
}
template <class State>
State unpacked(const StateBytes& bytes) {
  std::array<std::byte, sizeof(State)> used;
  std::memcpy(used.data(), bytes.words.data(), sizeof(State));
  return std::bit_cast<State>(used);
}

/// An input queue of a router: transit queue port * vcs + vc, or ports * vcs for the injection queue.
struct QueuePlace {
  std::uint32_t router = 0;
  std::uint32_t queue = 0;

  bool operator==(const QueuePlace&) const = default;
};

}  // namespace fsin::deadlock
