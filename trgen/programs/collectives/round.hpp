// SPDX-License-Identifier: Apache-2.0
// One round of a rank in a collective: messages that are started together, in this order, and then waited for.
//
// A round of a single message is a blocking send or receive. Each message names the data that it carries: the tests
// follow these through the buffers of all ranks, and a replay needs their bytes alone.
//
// A message may be left open: its round starts it in a slot, and a later round, which settles the slot, waits for it
// together with its own messages. The data of a receive are stored where it is settled. An algorithm settles all that
// it opens, the receives from one rank in the order in which it opened them, and a round of such an algorithm waits for
// at most `most_beside_open` messages of its own, so that all messages under way have requests of their own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trgen/programs/collectives/call.hpp"

namespace trgen::programs::collectives {

/// The data of a message, by the kind of the collective:
///  * a buffer (bcast, reduce, allreduce, scan, exscan): `bytes` from byte `at` on;
///  * a block per rank (gather, scatter, allgather, reduce-scatter): `count` blocks, in runs of `run` blocks that begin
///    `period` apart, from block `first` on, cyclically; or `bytes` from byte `at` of block `first` on;
///  * a block per pair (alltoall): the block from sender to receiver; or, with a run, the blocks in these places of the
///    sender's rotated buffer, as Bruck's algorithm has it.
struct Data {
  std::uint64_t bytes = 0;
  std::uint64_t at = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t run = 0;  ///< 0: all in one run
  std::uint32_t period = 0;
};

enum class Role : std::uint8_t {
  send,     ///< the data that the rank had when the round began
  forward,  ///< send: the data of its last receive, before they were combined with its own
  receive,  ///< the data are stored in the buffer
  reduce,   ///< receive: the data are combined with those of the buffer
};

inline constexpr std::uint32_t most_beside_open = 4;
inline constexpr std::uint32_t no_slot = 0xffffffff;

struct Transfer {
  std::uint32_t peer = 0;  ///< a rank of the communicator
  Role role = Role::send;
  Data data;
  std::uint32_t slot = no_slot;  ///< where the message is left open

  bool sends() const { return role == Role::send || role == Role::forward; }
  bool stays_open() const { return slot != no_slot; }
};

/// The slots first .. first + count - 1, of which a round waits for the messages.
struct Settled {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

class Round {
 public:
  /// Removes the transfers; their memory is kept for the next round.
  void clear(Kind kind) {
    count_ = 0;
    more_.clear();
    reduced_ = 0;
    kind_ = kind;
    lane_ = 0;
    settled_ = {};
  }

  void add(std::uint32_t peer, Role role, const Data& data) { add(Transfer{peer, role, data}); }
  void add(const Transfer& transfer) {
    if (transfer.role == Role::reduce && !transfer.stays_open()) reduced_ += transfer.data.bytes;
    if (count_ < few_.size()) {
      few_[count_] = transfer;
    } else {
      if (count_ == few_.size()) more_.assign(few_.begin(), few_.end());
      more_.push_back(transfer);
    }
    ++count_;
  }
  /// Starts a message of bytes `at` .. `at + bytes - 1` of a buffer, or of block `block`, and leaves it open in `slot`.
  void open(std::uint32_t slot, std::uint32_t peer, Role role, std::uint64_t at, std::uint64_t bytes,
            std::uint32_t block = 0) {
    add(Transfer{peer, role, {.bytes = bytes, .at = at, .first = block}, slot});
  }
  /// Waits, after it has started its own messages, for those that are open in slots `first` .. `first + count - 1`, of
  /// which it reduces `reduced` bytes.
  void settle(std::uint32_t first, std::uint32_t count = 1, std::uint64_t reduced = 0) {
    settled_ = {first, count};
    reduced_ += reduced;
  }
  /// Adds bytes `at` .. `at + bytes - 1` of a buffer, or of block `block`.
  void part(std::uint32_t peer, Role role, std::uint64_t at, std::uint64_t bytes, std::uint32_t block = 0) {
    add(peer, role, {.bytes = bytes, .at = at, .first = block});
  }
  /// Adds `count` blocks from `first` on, cyclically.
  void blocks(std::uint32_t peer, Role role, const Call& call, std::uint32_t first, std::uint32_t count) {
    add(peer, role, {.bytes = range_bytes(call, first, count), .first = first, .count = count});
  }
  /// Adds a message without data.
  void signal(std::uint32_t peer, Role role) { add(peer, role, {}); }

  /// Adds all of a round of a part of the buffer, which begins at byte `offset`.
  void add_shifted(const Round& part, std::uint64_t offset) {
    for (Transfer each : part.transfers()) {
      each.data.at += offset;
      add(each);
    }
    settled_ = part.settled_;
    reduced_ = part.reduced_;
    kind_ = part.kind_;
  }

  /// Adds bytes that the rank reduces besides those of its receives.
  void reduce_more(std::uint64_t bytes) { reduced_ += bytes; }
  /// Uses the tags of another kind, as a part of a composed collective does.
  void set_kind(Kind kind) { kind_ = kind; }

  /// Separates messages of different lanes, which do not match: for two streams between the same ranks whose order
  /// differs at their ends.
  void set_lane(std::uint8_t lane) { lane_ = lane; }

  std::span<const Transfer> transfers() const {
    if (count_ <= few_.size()) return {few_.data(), count_};
    return more_;
  }
  Settled settled() const { return settled_; }
  std::uint64_t reduced() const { return reduced_; }
  Kind kind() const { return kind_; }
  std::uint8_t lane() const { return lane_; }

 private:
  std::array<Transfer, 4> few_;
  std::vector<Transfer> more_;  ///< all transfers, when few_ cannot hold them
  std::size_t count_ = 0;
  std::uint64_t reduced_ = 0;
  Settled settled_;
  Kind kind_ = Kind::barrier;
  std::uint8_t lane_ = 0;
};

}  // namespace trgen::programs::collectives
