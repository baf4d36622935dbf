// SPDX-License-Identifier: Apache-2.0
// Receiver of the activities of every rank and of the times of every message: a workload of ranks reports them in the
// order in which they happen for each rank. Packets of synthetic load are reported by the engine (engine::Control).
//
// The background of a rank is the sending of messages that it has started and not waited for.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/core/ids.hpp"

namespace fsin::workload {

enum class Activity : std::uint8_t {
  compute,       ///< in a CPU burst
  wait_message,  ///< at a receive whose message has not arrived
  wait_room,     ///< at a send whose injection buffer is full
  send           ///< puts packets into the network, one a cycle, or goes through records
};
inline constexpr std::array<std::string_view, 4> activity_names{"compute", "wait_message", "wait_room", "send"};

constexpr std::string_view to_string(Activity activity) { return activity_names[static_cast<std::size_t>(activity)]; }

/// A message from its first packet's entry into the network to its last packet's delivery.
struct MessageLife {
  std::uint32_t source = 0;  ///< rank
  std::uint32_t destination = 0;
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;
  Cycle sent = 0;
  Cycle delivered = 0;
  std::uint32_t flow = 0;   ///< number of the receives that it may satisfy (MessageShare::expect)
  bool background = false;  ///< sent in the background of its rank
  bool signal = false;      ///< between two streams of a rank: no message of the program
  std::uint16_t hops = 0;   ///< links crossed by the packet that was consumed last
  std::uint32_t phits = 0;  ///< phits of that packet; 0: not known
  Cycle entered = 0;        ///< entry of that packet into the network; `delivered` for a copy within a node
  Cycle ready = 0;          ///< in which it could first have entered or left; of a copy, the last cycle before it
  Cycle waited = 0;         ///< from then until it did
  Cycle copies = 0;         ///< cycles of a copy within a node that no other one holds up; 0: it crosses the network
  bool control = false;     ///< a request, or an answer to one: no message of the program
};

/// A call of an MPI function.
struct Call {
  std::string_view function;
  std::string_view algorithm;  ///< algorithm of a collective that is replaced by messages; else empty
};

/// No message was the cause of a step; a cause is the number that Timeline::taken_behind() gave to the message
/// received.
inline constexpr std::uint32_t no_cause = 0xffffffff;

/// Calls that a timeline wants to be told, of a program that has to be watched for them.
enum class Calls : std::uint8_t { unwanted, wanted, needed };

class Timeline {
 public:
  virtual ~Timeline() = default;

  /// `needed`: without calls, what it makes of the run would be wrong.
  virtual Calls calls() const { return Calls::unwanted; }

  /// The rank is in `activity` in the cycles first .. last. Spans of a rank come in order and do not overlap; a span of
  /// a single cycle may continue the one before it. A burst is reported when it begins, so its end may lie behind the
  /// end of the run.
  virtual void span(std::uint32_t rank, Activity activity, Cycle first, Cycle last) = 0;
  /// Reports a message when it has been delivered.
  virtual void message(const MessageLife& message) = 0;

  // Further events, which most timelines ignore.

  /// enter(): the rank is in an MPI function, perhaps inside another one, from cycle `first` on; leave(): up to cycle
  /// `last`, which is `first` - 1 if the call took no cycle of its own. The cycle in which a rank goes from one call to
  /// the next counts for the first of them.
  virtual void enter(std::uint32_t /*rank*/, const Call& /*call*/, Cycle /*first*/) {}
  virtual void leave(std::uint32_t /*rank*/, Cycle /*last*/) {}
  /// The rank reaches the send of a message of the program to another rank, or starts it.
  virtual void starts(std::uint32_t /*rank*/, std::uint32_t /*destination*/, std::uint64_t /*bytes*/) {}
  /// The rank has received the oldest message delivered in the flow. Reported before the span of the wait that it ends.
  virtual void taken(std::uint32_t /*rank*/, std::uint32_t /*flow*/) {}
  /// As taken(), for a message that lets the background of the rank go on: its number, for background_from().
  virtual std::uint32_t taken_behind(std::uint32_t /*rank*/, std::uint32_t /*flow*/) { return no_cause; }
  /// background(): a span of sending or of waiting for room in the background of the rank. background_from(): it has
  /// something to send from cycle `first` on, because of a message that arrived (`cause`) or of the rank itself
  /// (no_cause).
  virtual void background(std::uint32_t /*rank*/, Activity /*activity*/, Cycle /*first*/, Cycle /*last*/) {}
  virtual void background_from(std::uint32_t /*rank*/, Cycle /*first*/, std::uint32_t /*cause*/) {}
};

/// Cycles of a run by what a rank spent them on. The rest, up to `finished`, it spent sending.
struct RankAccount {
  NodeId node;
  Cycle started = 0;  ///< last cycle before it began: 0, or the start of its job
  Cycle compute = 0;
  Cycle wait_message = 0;
  Cycle wait_room = 0;
  Cycle finished = 0;  ///< last cycle in which it did anything; the end of the run if it has not finished

  std::uint64_t messages = 0;  ///< messages it has begun to send to other ranks
  std::uint64_t bytes = 0;     ///< bytes of these messages
  bool ended = false;          ///< it has done all that it had to do

  static constexpr std::uint32_t nobody = 0xffffffff;
  /// The account of the rank that this one is a further stream of (an accelerator computes and moves data at once); of
  /// a rank, `nobody`.
  std::uint32_t stream_of = nobody;
  bool is_stream() const { return stream_of != nobody; }

  Cycle sending() const { return finished - started - compute - wait_message - wait_room; }
  bool operator==(const RankAccount&) const = default;
};

}  // namespace fsin::workload
