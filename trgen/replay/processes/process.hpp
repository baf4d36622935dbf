// SPDX-License-Identifier: Apache-2.0
// The state of a rank that runs operations: what it does now, and how it has spent its cycles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/workload/report.hpp"
#include "trgen/programs/operation.hpp"
#include "trgen/replay/burst_clock.hpp"
#include "trgen/replay/flow.hpp"

namespace trgen::replay {

using fsin::Cycle;

enum class Stage : std::uint8_t {
  busy,       ///< until Process::busy_until: a burst, or the last calls, or before its first operation
  copy,       ///< until Process::busy_until: it copies a message to a rank of its node
  send,       ///< its message leaves
  send_long,  ///< its long message asks, and leaves through its outbox
  receive,    ///< waits for the message of a receive
  wait,       ///< waits for requests, one after the other
  wait_any,
  end,
  broken  ///< its operations could not be read
};

/// A message that a rank has started and not waited for.
struct Request {
  /// received: it is there, for a rank whose receives are matched (matching.hpp).
  enum class State : std::uint8_t { inactive, sending, sent, receiving, received };
  State state = State::inactive;
  programs::Operation operation;
};

struct Process {
  programs::Operation head;  ///< its current operation
  Stage stage = Stage::busy;
  bool long_left = false;        ///< in send_long: the message has left
  bool received = false;         ///< in receive, where receives are matched: the message is there
  bool in_call = true;           ///< it is in a call of MPI, or between two of them without a burst
  bool holds = false;            ///< answers, or messages that were answered, wait for its next call
  bool computes = false;         ///< while busy: the cycles count as computing
  std::uint32_t looked_at = 0;   ///< of a wait: requests that are complete
  Flow* flow = nullptr;          ///< of the receive, or the request, that it waits for
  Cycle busy_until = 0;          ///< last cycle in which it is busy
  Cycle copy_from = 0;           ///< in copy: its first cycle
  Cycle last_active = 0;         ///< last cycle in which it completed an operation or was busy
  std::uint64_t calls_owed = 0;  ///< cycles of receiving what it has taken in a wait that is not over
  std::uint64_t waited = 0;      ///< cycles of waiting for messages, up to last_active
  std::uint64_t computed = 0;    ///< cycles of all bursts that have begun
  Cycle calls_until = 0;         ///< last cycle in which it is busy with calls that it has begun (CallCosts)
  Wide carry = 0;                ///< of the burst clock
  std::uint64_t bursts = 0;      ///< that have begun, where they are stretched
  std::uint64_t messages = 0;    ///< that it has begun to send, to others
  std::uint64_t bytes = 0;       ///< of these messages
  Cycle started = 0;             ///< last cycle before it began
  std::vector<Request> requests;

  /// Its first cycle is the one after cycle `start`.
  void begin_after(Cycle start) { busy_until = last_active = started = start; }

  /// It begins to send the message at its head.
  void count_message() {
    ++messages;
    bytes += head.amount;
  }

  bool waits() const {
    return stage == Stage::receive || stage == Stage::wait || stage == Stage::wait_any || stage == Stage::send_long;
  }

  void active(Cycle now) { last_active = std::max(last_active, now); }

  /// A call that begins after cycle `now`, and after those before it, takes so many cycles.
  void call(Cycle now, std::uint64_t cycles) {
    if (cycles == 0) return;
    calls_until = std::max(calls_until, now) + cycles;
    active(calls_until);
  }

  /// It goes on in cycle `now` by something for which it has waited since its last activity.
  void passed(Cycle now) {
    if (now > last_active + 1) waited += now - last_active - 1;
    active(now);
  }

  fsin::workload::RankAccount account(std::uint32_t node, Cycle now) const {
    const std::uint64_t computed_now =
        stage == Stage::busy && computes && busy_until > now ? computed - (busy_until - now) : computed;
    fsin::workload::RankAccount account;
    account.node = fsin::NodeId(node);
    account.started = std::min(started, now);
    account.compute = computed_now;
    account.wait_message = waited;
    account.finished = std::min(last_active, now);
    account.messages = messages;
    account.bytes = bytes;
    if (stage == Stage::end) return account;
    account.finished = now;
    if (waits() && now > last_active) account.wait_message += now - last_active;
    return account;
  }
};

}  // namespace trgen::replay
