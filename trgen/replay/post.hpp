// SPDX-License-Identifier: Apache-2.0
// Messages between the shares of a divided replay (fsin/workload/workload.hpp).
//
// A mailbox belongs to the share of the receiver. A sender of another share cannot open the flow of its message there,
// so it takes a slot of its own, writes the slot into the packets' token, and leaves a notice for the receiver's share,
// which reads it before the first packet can arrive. When the last packet has arrived the slot goes back the same way.
// Shares write in one cycle and read in the next, in two boxes by turns.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/paired_boxes.hpp"
#include "trgen/replay/flow.hpp"

namespace trgen::replay {

/// Token of a packet: a number of the receiver's mailbox, or a slot of another share.
class RemoteToken {
 public:
  static constexpr std::uint32_t most_slots = 1U << 25U;  ///< messages under way out of one share

  static std::uint32_t make(std::uint32_t share, std::uint32_t slot) { return mark | share << 25U | slot; }
  static bool is(std::uint32_t token) { return (token & mark) != 0; }
  static std::uint32_t share(std::uint32_t token) { return token >> 25U & 63U; }
  static std::uint32_t slot(std::uint32_t token) { return token & (most_slots - 1); }

 private:
  static constexpr std::uint32_t mark = 1U << 31U;
};

/// A message of `packets` packets has set out.
struct Notice {  // goes between processes as it lies in memory
  std::uint32_t slot = 0;
  FlowKey key;
  std::uint64_t packets = 0;
};

/// From one share to another.
struct Mailing {
  std::vector<Notice> notices;
  std::vector<std::uint32_t> free_slots;  ///< of the share that reads

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.notices, self.free_slots);
  }
};

using Post = fsin::PairedBoxes<Mailing>;

/// One share's side of the post.
class Counter {
 public:
  Counter(Post& post, unsigned self) : post_(post), self_(self), arriving_(post.parts()) {}

  /// The token for the packets of a message to a rank of share `to`.
  std::uint32_t announce(unsigned to, const FlowKey& key, std::uint64_t packets) {
    if (free_slots_.empty()) {
      if (slots_ == RemoteToken::most_slots) throw std::bad_alloc();
      free_slots_.push_back(slots_++);
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    post_.box(turn_, self_, to).notices.push_back({slot, key, packets});
    return RemoteToken::make(self_, slot);
  }

  /// The mailbox's token for a packet that has arrived; `taken` says that it was the last of its message.
  std::uint32_t arrived(std::uint32_t token) {
    const std::uint32_t from = RemoteToken::share(token), slot = RemoteToken::slot(token);
    Arriving& message = arriving_[from][slot];
    if (--message.packets == 0) post_.box(turn_, self_, from).free_slots.push_back(slot);
    return message.token;
  }

  /// What was written for share `to` in this cycle, as bytes, and back.
  void pack(unsigned to, fsin::ByteWriter& letter) {
    Mailing& box = post_.box(turn_, self_, to);
    letter(box);
    box.notices.clear();
    box.free_slots.clear();
  }
  /// Adds to what is in the box: a run that is continued from a checkpoint has its mail already, and meets once more.
  void unpack(unsigned from, fsin::ByteReader& letter) {
    Mailing came;
    letter(came);
    Mailing& box = post_.box(turn_, from, self_);
    box.notices.insert(box.notices.end(), came.notices.begin(), came.notices.end());
    box.free_slots.insert(box.free_slots.end(), came.free_slots.begin(), came.free_slots.end());
  }

  /// Reads what others wrote in the last cycle. `open(key, packets)` tells the mailbox and returns its token.
  template <class Open>
  void read(Open open) {
    for (unsigned from = 0; from < post_.parts(); ++from) {
      Mailing& box = post_.box(turn_, from, self_);
      for (const Notice& notice : box.notices) {
        if (arriving_[from].size() <= notice.slot) arriving_[from].resize(notice.slot + 1);
        arriving_[from][notice.slot] = {open(notice.key, notice.packets), notice.packets};
      }
      free_slots_.insert(free_slots_.end(), box.free_slots.begin(), box.free_slots.end());
      box.notices.clear();
      box.free_slots.clear();
    }
    ++turn_;
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.turn_, self.slots_, self.free_slots_, self.arriving_);
  }

 private:
  struct Arriving {
    std::uint32_t token = 0;
    std::uint64_t packets = 0;  ///< still to come
  };

  Post& post_;
  unsigned self_;
  std::uint64_t turn_ = 0;
  std::uint32_t slots_ = 0;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::vector<Arriving>> arriving_;  ///< by share and slot
};

}  // namespace trgen::replay
