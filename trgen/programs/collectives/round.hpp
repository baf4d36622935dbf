// SPDX-License-Identifier: Apache-2.0
// One round of a rank in a collective: messages that are started together, in this order, and then waited for.
//
// A round of a single message is a blocking send or receive. Each message names the data that it carries: the tests
// follow these through the buffers of all ranks, and a replay needs their bytes alone.
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

struct Transfer {
  std::uint32_t peer = 0;  ///< a rank of the communicator
  Role role = Role::send;
  Data data;

  bool sends() const { return role == Role::send || role == Role::forward; }
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
  }

  void add(std::uint32_t peer, Role role, const Data& data) {
    if (role == Role::reduce) reduced_ += data.bytes;
    if (count_ < few_.size()) {
      few_[count_] = {peer, role, data};
    } else {
      if (count_ == few_.size()) more_.assign(few_.begin(), few_.end());
      more_.push_back({peer, role, data});
    }
    ++count_;
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
  std::uint64_t reduced() const { return reduced_; }
  Kind kind() const { return kind_; }
  std::uint8_t lane() const { return lane_; }

 private:
  std::array<Transfer, 4> few_;
  std::vector<Transfer> more_;  ///< all transfers, when few_ cannot hold them
  std::size_t count_ = 0;
  std::uint64_t reduced_ = 0;
  Kind kind_ = Kind::barrier;
  std::uint8_t lane_ = 0;
};

}  // namespace trgen::programs::collectives
