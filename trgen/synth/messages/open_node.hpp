// SPDX-License-Identifier: Apache-2.0
// The state of a node whose messages come from an arrival process and from packets that trigger more
// (open_sources.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/synth/arrivals/arrival.hpp"
#include "trgen/synth/messages/outgoing.hpp"
#include "trgen/synth/messages/traffic.hpp"

namespace trgen::synth {

/// The messages that a node generates by itself, of which the next one is known.
struct ArrivalLine {
  ProcessClock clock;
  fsin::Cycle due = fsin::never;  ///< cycle in which the next message is generated, or was if it has not been sent
  std::uint64_t number = 0;       ///< number of the next draw
  std::uint64_t packets = 0;      ///< packets of all messages before the next one
  std::uint64_t phits = 0;
  TrafficMessage message{};
};

/// Messages that were triggered in one cycle.
struct Triggered {
  fsin::Cycle cycle = 0;
  std::uint64_t messages = 0;
};

struct OpenNode {
  ArrivalLine line;
  Outgoing out;
  bool by_itself = false;       ///< true: the current message is that of the line, and not a triggered one
  fsin::Cycle begun = 0;        ///< first cycle in which that message could enter
  std::uint64_t arrivals = 0;   ///< packets that arrived
  std::uint64_t answered = 0;   ///< triggered messages drawn
  std::uint64_t announced = 0;  ///< triggered messages counted
  std::uint64_t packets = 0;    ///< packets of triggered messages
  std::uint64_t phits = 0;
  std::uint64_t entered = 0;       ///< phits of triggered messages that have entered
  std::vector<Triggered> waiting;  ///< oldest first

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.line, self.out, self.by_itself, self.begun, self.arrivals, self.answered, self.announced, self.packets,
      self.phits, self.entered, self.waiting);
  }
};

}  // namespace trgen::synth
