// SPDX-License-Identifier: Apache-2.0
// For whoever wants to see what every rank did and when every message travelled: a workload that replays a trace tells
// it, in the order in which it happens. Packets of synthetic load are told by the engine (engine::Control).
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
};

class Timeline {
 public:
  virtual ~Timeline() = default;

  /// In the cycles first .. last. Spans of a rank come in order and do not overlap; one of a single cycle may continue
  /// the one before it. A burst is told when it begins, so its end may lie behind the end of the run.
  virtual void span(std::uint32_t rank, Activity activity, Cycle first, Cycle last) = 0;
  /// Told when it has been delivered.
  virtual void message(const MessageLife& message) = 0;
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
