// SPDX-License-Identifier: Apache-2.0
// When a rank that waits can go on: the message of a receive is there, all of some requests are complete, or any.
//
// Messages of a flow are interchangeable (mailbox.hpp), and so are requests of a rank for the same flow: the one for
// which the rank waits first takes the message.
#pragma once

#include "trgen/replay/ranks/teller.hpp"

namespace trgen::replay {

class Waits {
 public:
  explicit Waits(ShareState& share) : share_(share), teller_(share), matched_(share.all.settings.matches_as_mpi()) {}

  /// The rank stands at the receive at its head.
  void begin_receive(Rank& waiting, std::uint32_t rank) {
    waiting.flow = &share_.mailbox.await(share_.all.key(received_by(rank, waiting.head)));
  }

  /// Whether the message for the receive at the head is there.
  bool is_there(const Rank& waiting) const { return matched_ ? waiting.received : waiting.flow->complete(); }

  /// Whether what the rank waits for has come; the messages have been taken then.
  bool is_over(Rank& waiting, std::uint32_t rank) {
    if (waiting.stage != Stage::receive) return other_is_over(waiting, rank);
    if (!is_there(waiting)) return false;
    take(waiting, rank, waiting.head.peer, waiting.head.amount);
    return true;
  }

  /// Whether the rank may go on once this request of its own is complete. A wait for all stands at one of them.
  bool stands_at(std::uint32_t rank, std::uint32_t request) const {
    const Rank& waiting = share_.all.ranks[rank];
    return waiting.stage == Stage::wait ? request == waiting.head.request : waiting.waits();
  }

 private:
  bool other_is_over(Rank& waiting, std::uint32_t rank);
  bool all_are_complete(Rank& waiting, std::uint32_t rank);
  bool any_is_complete(Rank& waiting, std::uint32_t rank);

  Flow& flow_of(std::uint32_t rank, const Request& receive) {
    return share_.mailbox.await(share_.all.key(received_by(rank, receive)));
  }

  /// Takes the message of this source that is there for the receive, or for the flow, that the rank waits for.
  void take(Rank& waiting, std::uint32_t rank, std::uint32_t source, std::uint64_t bytes) {
    share_.taken += share_.is_signal(source, rank) ? 0 : 1;
    if (!matched_) {
      teller_.taken(rank, *waiting.flow);
      share_.mailbox.receive(*waiting.flow);
    }
    waiting.received = false;
    waiting.flow = nullptr;
    if (share_.all.calls_take_time) share_.all.calls[rank].owed += share_.all.rules(rank).costs.of_receive(bytes);
  }

  ShareState& share_;
  Teller teller_;
  bool matched_;  ///< open_receives.hpp says when a message is there
};

}  // namespace trgen::replay
