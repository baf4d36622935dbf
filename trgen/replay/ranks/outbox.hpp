// SPDX-License-Identifier: Apache-2.0
// Outboxes: messages that leave while their rank goes on. Each rank has one, in which messages leave one after the
// other, in the order in which they were put in, or, where calls take time and messages leave once they are matched, in
// the order of the cycles in which they can.
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
  std::uint64_t bytes = 0;  ///< of the message for which it asks, if it does (rendezvous.hpp)
  /// What made it leave, if not its rank: a request or an answer, as the timeline numbers it (Timeline::taken_behind).
  std::uint32_t cause = fsin::workload::no_cause;
};

/// The outbox of one rank, as a task.
struct Outbox {
  static constexpr std::uint32_t none = 0xffffffff;
  enum class State : std::uint8_t { idle, sends, copies };

  std::uint32_t first = none;
  std::uint32_t last = none;
  State state = State::idle;
  fsin::Cycle busy_until = 0;  ///< while it copies
  fsin::Cycle began = 0;       ///< first cycle of the copy

  bool empty() const { return first == none; }
};

/// The messages in the outboxes of a share.
class OutgoingMessages {
 public:
  Outgoing& front(const Outbox& box) { return places_[box.first]; }
  const Outgoing& front(const Outbox& box) const { return places_[box.first]; }

  void push(Outbox& box, const Outgoing& outgoing) {
    std::uint32_t place = free_;
    if (place == Outbox::none) {
      place = static_cast<std::uint32_t>(places_.size());
      places_.emplace_back();
    } else {
      free_ = places_[place].next;
    }
    places_[place] = outgoing;
    places_[place].next = Outbox::none;
    (box.empty() ? box.first : places_[box.last].next) = place;
    box.last = place;
  }

  /// Puts it before those that can leave in a later cycle only, unless the first one is leaving.
  void insert(Outbox& box, const Outgoing& outgoing) {
    std::uint32_t before = Outbox::none, place = box.first;
    for (; place != Outbox::none; before = place, place = places_[place].next) {
      const bool leaves = place == box.first && box.state != Outbox::State::idle;
      if (!leaves && places_[place].from > outgoing.from) break;
    }
    const std::uint32_t last = box.last;
    push(box, outgoing);
    if (place == Outbox::none) return;
    const std::uint32_t added = box.last;
    box.last = last;
    places_[last].next = Outbox::none;
    places_[added].next = place;
    (before == Outbox::none ? box.first : places_[before].next) = added;
  }

  void pop(Outbox& box) {
    const std::uint32_t place = box.first;
    box.first = places_[place].next;
    places_[place].next = free_;
    free_ = place;
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.places_, self.free_);
  }

 private:
  std::vector<Outgoing> places_;
  std::uint32_t free_ = Outbox::none;
};

}  // namespace trgen::replay
