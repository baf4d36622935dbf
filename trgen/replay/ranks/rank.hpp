// SPDX-License-Identifier: Apache-2.0
// The state of a rank that every replay needs: what the rank does now, and how it has spent its cycles. What only some
// replays need lies beside it (all_ranks.hpp).
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/core/ids.hpp"
#include "fsin/workload/report.hpp"
#include "trgen/programs/operation.hpp"
#include "trgen/replay/ranks/flow.hpp"

namespace trgen::replay {

using fsin::Cycle;

enum class Stage : std::uint8_t {
  busy,       ///< up to Rank::last_active: a burst, or the last calls, or before its first operation
  copy,       ///< up to Rank::last_active: it copies a message to a rank of its node
  send,       ///< its message leaves
  send_long,  ///< its long message asks, and leaves through its outbox
  receive,    ///< waits for the message of a receive
  wait,       ///< waits for requests, one after the other
  wait_any,
  end,
  broken  ///< its operations could not be read
};

struct Rank {
  programs::Operation head;  ///< its current operation; of a wait, the requests from the first that is not complete on
  Stage stage = Stage::busy;
  bool computes = false;       ///< while busy: the cycles count as computing
  bool received = false;       ///< in receive, where receives are matched: the message is there
  bool long_left = false;      ///< in send_long: the message has left
  bool in_call = true;         ///< it is in a call of MPI, or between two of them without a burst
  bool holds = false;          ///< answers, or messages that were answered, wait for its next call
  bool begins_later = false;   ///< while busy: its head begins behind that
  Flow* flow = nullptr;        ///< of the receive, or the request, that it waits for
  Cycle last_active = 0;       ///< last cycle in which it completed an operation or is busy
  std::uint64_t waited = 0;    ///< cycles of waiting for messages, up to last_active
  std::uint64_t computed = 0;  ///< cycles of all bursts that have begun
  std::uint64_t messages = 0;  ///< that it has begun to send, to others
  std::uint64_t bytes = 0;     ///< of these messages

  /// It begins to send the message at its head.
  void count_message() {
    ++messages;
    bytes += head.amount;
  }

  bool waits() const {
    return stage == Stage::receive || stage == Stage::wait || stage == Stage::wait_any || stage == Stage::send_long;
  }

  void active(Cycle now) { last_active = std::max(last_active, now); }

  /// It goes on in cycle `now` by something for which it has waited since its last activity.
  void passed(Cycle now) {
    if (now > last_active + 1) waited += now - last_active - 1;
    active(now);
  }

  fsin::workload::RankAccount account(std::uint32_t node, Cycle start, Cycle now) const {
    fsin::workload::RankAccount account;
    account.node = fsin::NodeId(node);
    account.started = std::min(start, now);
    account.compute = stage == Stage::busy && computes && last_active > now ? computed - (last_active - now) : computed;
    account.wait_message = waited;
    account.finished = std::min(last_active, now);
    account.messages = messages;
    account.bytes = bytes;
    account.ended = stage == Stage::end;
    if (account.ended) return account;
    account.finished = now;
    if (waits() && now > last_active) account.wait_message += now - last_active;
    return account;
  }

  /// All but the flow, which is an address.
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.head, self.stage, self.computes, self.received, self.long_left, self.in_call, self.holds, self.begins_later,
      self.last_active, self.waited, self.computed, self.messages, self.bytes);
  }
};

}  // namespace trgen::replay
