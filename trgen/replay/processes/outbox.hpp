// SPDX-License-Identifier: Apache-2.0
// The outboxes of all ranks: messages that leave while their rank goes on. Each rank has one, in which messages leave
// one after the other, in the order in which they were put in.
//
// Outgoing messages lie in one array, linked by index; places are used again.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/workload/message_workload.hpp"

namespace trgen::replay {

struct Outgoing {
  fsin::workload::Message message;
  std::uint32_t request = 0;
  std::uint32_t next = 0xffffffff;
  fsin::Cycle from = 0;     ///< first cycle in which it can leave
  std::uint64_t bytes = 0;  ///< of the message for which it asks, if it does (handshakes.hpp)
  /// What made it leave, if not its rank: a request or an answer, as the timeline numbers it (Timeline::taken_behind).
  std::uint32_t cause = fsin::workload::no_cause;
};

class Outboxes {
 public:
  static constexpr std::uint32_t none = 0xffffffff;
  enum class State : std::uint8_t { idle, sends, copies };

  struct Box {
    std::uint32_t first = none;
    std::uint32_t last = none;
    State state = State::idle;
    fsin::Cycle busy_until = 0;  ///< while it copies
    fsin::Cycle began = 0;       ///< and the first cycle of the copy
  };

  explicit Outboxes(std::size_t ranks) : boxes_(ranks) {}

  Box& operator[](std::uint32_t rank) { return boxes_[rank]; }
  bool empty(std::uint32_t rank) const { return boxes_[rank].first == none; }
  const Outgoing& front(std::uint32_t rank) const { return places_[boxes_[rank].first]; }

  void push(std::uint32_t rank, const Outgoing& outgoing) {
    std::uint32_t place = free_;
    if (place == none) {
      place = static_cast<std::uint32_t>(places_.size());
      places_.emplace_back();
    } else {
      free_ = places_[place].next;
    }
    places_[place] = outgoing;
    places_[place].next = none;
    Box& box = boxes_[rank];
    (box.first == none ? box.first : places_[box.last].next) = place;
    box.last = place;
  }

  void pop(std::uint32_t rank) {
    Box& box = boxes_[rank];
    const std::uint32_t place = box.first;
    box.first = places_[place].next;
    places_[place].next = free_;
    free_ = place;
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.boxes_, self.places_, self.free_);
  }

 private:
  std::vector<Box> boxes_;
  std::vector<Outgoing> places_;
  std::uint32_t free_ = none;
};

}  // namespace trgen::replay
