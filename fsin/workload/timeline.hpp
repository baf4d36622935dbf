// SPDX-License-Identifier: Apache-2.0
// For whoever wants to see what every rank did and when every message travelled: a workload of ranks tells it, in the
// order in which it happens for each rank. Packets of synthetic load are told by the engine (engine::Control).
//
// What goes on by itself for a rank, the sending of messages that it has started and not waited for, is its background.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/core/ids.hpp"

namespace fsin::workload {

enum class Activity : std::uint8_t {
  compute,       ///< in a CPU burst
  wait_message,  ///< at a receive whose message has not arrived
  wait_room,     ///< at a send, its injection buffer is full
  send           ///< puts packets into the network, one a cycle; passes records
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
  bool background = false;  ///< it is sent in the background of its rank
  std::uint16_t hops = 0;   ///< links crossed by the packet that was consumed last
  std::uint32_t phits = 0;  ///< of that packet; 0: not known
  Cycle entered = 0;        ///< entry of that packet into the network; `delivered` for a copy within a node
};

/// A call of an MPI function.
struct Call {
  std::string_view function;
  std::string_view algorithm;  ///< of a collective whose messages are made by it; else empty
};

/// What made something go on: a message that was taken, by the number that Timeline::taken_behind() gave it.
inline constexpr std::uint32_t no_cause = 0xffffffff;

class Timeline {
 public:
  virtual ~Timeline() = default;

  /// In the cycles first .. last. Spans of a rank come in order and do not overlap; one of a single cycle may continue
  /// the one before it. A burst is told when it begins, so its end may lie behind the end of the run.
  virtual void span(std::uint32_t rank, Activity activity, Cycle first, Cycle last) = 0;
  /// Told when it has been delivered.
  virtual void message(const MessageLife& message) = 0;

  // Beyond that, what most timelines pass over.

  /// The rank is in an MPI function from cycle `first` on, which may be inside another one; and up to cycle `last`,
  /// `first` - 1 where it took no cycle of its own. The cycle in which a rank goes from one call to the next counts for
  /// the first of them.
  virtual void enter(std::uint32_t /*rank*/, const Call& /*call*/, Cycle /*first*/) {}
  virtual void leave(std::uint32_t /*rank*/, Cycle /*last*/) {}
  /// The rank comes to the send of a message of the program to another rank, or starts it.
  virtual void starts(std::uint32_t /*rank*/, std::uint32_t /*destination*/, std::uint64_t /*bytes*/) {}
  /// The rank has taken the oldest message that was delivered in the flow. Told before the span of the wait that ends
  /// by it.
  virtual void taken(std::uint32_t /*rank*/, std::uint32_t /*flow*/) {}
  /// The same of a message that makes the background of the rank go on: its number, for background_from().
  virtual std::uint32_t taken_behind(std::uint32_t /*rank*/, std::uint32_t /*flow*/) { return no_cause; }
  /// What the background of a rank does: spans of sending and of waiting for room. It has something to send from cycle
  /// `first` on, by a message that came (`cause`), or by the rank itself (no_cause).
  virtual void background(std::uint32_t /*rank*/, Activity /*activity*/, Cycle /*first*/, Cycle /*last*/) {}
  virtual void background_from(std::uint32_t /*rank*/, Cycle /*first*/, std::uint32_t /*cause*/) {}
};

/// What a rank has spent the cycles of a run on. What is not in here, up to `finished`, it spent sending.
struct RankAccount {
  NodeId node;
  Cycle started = 0;  ///< last cycle before it began: 0, or the start of its job
  Cycle compute = 0;
  Cycle wait_message = 0;
  Cycle wait_room = 0;
  Cycle finished = 0;  ///< last cycle in which it did anything; the end of the run if it has not finished

  std::uint64_t messages = 0;  ///< that it has begun to send, where its kind of replay counts them: processes do
  std::uint64_t bytes = 0;     ///< of these messages

  Cycle sending() const { return finished - started - compute - wait_message - wait_room; }
  bool operator==(const RankAccount&) const = default;
};

}  // namespace fsin::workload
