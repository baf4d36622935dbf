// SPDX-License-Identifier: Apache-2.0
// Messages between two shares of a divided workload (packet_share.hpp).
//
// Packets are counted by the share of the receiver. A sender of another share cannot open a count there, so it takes a
// slot of its own, writes the slot into the packets' token, and leaves a notice for the receiver's share, which reads
// it before the first packet can arrive. When the last packet has arrived the slot goes back the same way. Shares write
// in one cycle and read in the next, in two boxes by turns.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/paired_boxes.hpp"
#include "fsin/workload/message_workload.hpp"

namespace fsin::workload {

/// Token of a packet: the number of a count at the receiver's share, or a slot of another share.
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

/// Notice that a message has been sent.
struct Notice {  // goes between processes as it lies in memory
  std::uint32_t slot = 0;
  Message message;
  std::uint64_t packets = 0;  ///< packets of the message
};

/// Notices from one share to another.
struct Notices {
  std::vector<Notice> set_out;
  std::vector<std::uint32_t> free_slots;  ///< slots of the reading share that are free again

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.set_out, self.free_slots);
  }
};

using NoticeBoxes = PairedBoxes<Notices>;

/// The messages of one share to and from others.
class RemoteMessages {
 public:
  RemoteMessages(NoticeBoxes& boxes, unsigned self) : boxes_(boxes), self_(self), arriving_(boxes.parts()) {}

  /// The token for the packets of a message to a rank of share `to`.
  std::uint32_t announce(unsigned to, const Message& message, std::uint64_t packets) {
    if (free_slots_.empty()) {
      if (slots_ == RemoteToken::most_slots) throw std::bad_alloc();
      free_slots_.push_back(slots_++);
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    boxes_.box(turn_, self_, to).set_out.push_back({slot, message, packets});
    return RemoteToken::make(self_, slot);
  }

  /// The receiver's own token for a packet that has arrived.
  std::uint32_t arrived(std::uint32_t token) {
    const std::uint32_t from = RemoteToken::share(token), slot = RemoteToken::slot(token);
    Arriving& message = arriving_[from][slot];
    if (--message.packets == 0) boxes_.box(turn_, self_, from).free_slots.push_back(slot);
    return message.token;
  }

  /// Notices written for share `to` in this cycle, as bytes, and back.
  void pack(unsigned to, ByteWriter& out) {
    Notices& box = boxes_.box(turn_, self_, to);
    out(box);
    box.set_out.clear();
    box.free_slots.clear();
  }
  /// Adds to the content of the box: a run that is continued from a checkpoint has its notices already, and its
  /// processes exchange once more.
  void unpack(unsigned from, ByteReader& in) {
    Notices came;
    in(came);
    Notices& box = boxes_.box(turn_, from, self_);
    box.set_out.insert(box.set_out.end(), came.set_out.begin(), came.set_out.end());
    box.free_slots.insert(box.free_slots.end(), came.free_slots.begin(), came.free_slots.end());
  }

  /// Reads the notices that others wrote in the last cycle. `open(message, packets)` opens a count and returns its
  /// token.
  template <class Open>
  void read(Open open) {
    for (unsigned from = 0; from < boxes_.parts(); ++from) {
      Notices& box = boxes_.box(turn_, from, self_);
      for (const Notice& notice : box.set_out) {
        if (arriving_[from].size() <= notice.slot) arriving_[from].resize(notice.slot + 1);
        arriving_[from][notice.slot] = {open(notice.message, notice.packets), notice.packets};
      }
      free_slots_.insert(free_slots_.end(), box.free_slots.begin(), box.free_slots.end());
      box.set_out.clear();
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

  NoticeBoxes& boxes_;
  unsigned self_;
  std::uint64_t turn_ = 0;
  std::uint32_t slots_ = 0;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::vector<Arriving>> arriving_;  ///< by share and slot
};

}  // namespace fsin::workload
