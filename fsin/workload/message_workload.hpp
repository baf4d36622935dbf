// SPDX-License-Identifier: Apache-2.0
// The message-level contract between a workload and what carries its messages: who sends a message of how many bytes to
// whom, and when. A trace that is replayed and a generated program are message-level workloads.
//
// Two kinds of carriers drive a workload through this interface: the packetising adapter (packetised_workload.hpp),
// which makes a packet-level workload of it, and the engine of message-level models (fsin/engine/message).
//
// Contract
//  * A task does one thing at a time: it computes, sends a message, waits, or has ended. Ranks are tasks 0 .. ranks-1;
//    behind them may come others, which send for ranks: what a rank sends while it goes on leaves through such a task.
//    next(task, 0) is the first call for a task and says what it does first.
//  * Action::cycle is when the rank can go on. compute: the last cycle of the burst; next() is due then. send: the
//    message may begin to leave from then on; sent() is due in the cycle in which it has left the source's buffer.
//    wait: next() is due then; `never`: not before delivered() has answered true.
//  * Several tasks may share a node. What one of them does in a cycle the others see in the next: after an answer with
//    Action::rouses, the tasks of its node that wait are due in the next cycle. A node sends one packet a cycle; the
//    tasks that have some take turns. Messages within a node are the workload's own affair: no carrier sees them.
//  * Asking a task that waits once more, although nothing has come for it, has no effect.
//  * expect() is called, at the receiver's share, for every message that has set out, before it is delivered. It
//    answers the number of the message's flow: messages of one flow satisfy the same receives, and a carrier that
//    matches by packets lets them share their packets. Numbers are small, and used again for flows that are over.
//  * delivered() says that a message of the flow is there in full; when it answers true, the tasks of the
//    receiver's node that wait are due in this cycle. In one cycle all delivered() calls come before all others; a
//    message whose end is consumed in cycle t is reported in t+1.
//  * Nothing depends on the order of tasks within a cycle, nor on the order of deliveries in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/workload/abilities.hpp"
#include "fsin/workload/report.hpp"

namespace fsin::workload {

struct Message {
  std::uint32_t source = 0;       ///< rank
  std::uint32_t destination = 0;  ///< rank on another node
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint64_t bytes = 0;
};

/// What a task does from now on.
struct Action {
  enum class Kind : std::uint8_t { compute, send, wait, end, failed };
  Kind kind = Kind::end;
  Cycle cycle = never;  ///< in which the task can go on
  Message message;      ///< of a send
  bool rouses = false;  ///< what it has just done may let other tasks of its node go on
};

/// How a carrier without routers treats a message. Carriers with routers hold all of them.
enum class Passage : std::uint8_t {
  held,      ///< sent() is due when it has left the buffer of its source
  released,  ///< sent() is due in the cycle in which it begins to leave
  unseen     ///< as released, and it crosses no network: it is there in the next cycle
};

/// The tasks that one thread serves.
class MessageShare {
 public:
  virtual ~MessageShare() = default;

  virtual Passage passage(const Message& /*message*/) const { return Passage::held; }

  /// What the task does after the burst that ends in cycle `now`, or once it has passed in `now` whatever it waited for
  /// and has come.
  virtual Action next(std::uint32_t task, Cycle now) = 0;

  /// The message that the task sends has left the buffer of its source in cycle `now`. What the task does then.
  virtual Action sent(std::uint32_t task, Cycle now) = 0;

  /// A message to a rank of this share has set out. The number of its flow.
  virtual std::uint32_t expect(const Message& message) = 0;

  /// A message of the flow has come in full; `now` is the cycle of this report. True when a task of the receiver's node
  /// can go on by that: next() is due.
  virtual bool delivered(std::uint32_t flow, Cycle now) = 0;

  /// What keeps the run from being complete, as a number that is 0 in the sum over all shares when nothing more will be
  /// sent and nothing more is awaited.
  virtual std::int64_t outstanding() const = 0;

  /// The trace could not be read on (see Share::failed).
  virtual bool failed() const = 0;

  /// The ability to have the state of a task brought into the cache ahead of a call: that of task t lies at
  /// `first + t * stride`. A share that lacks it has a stride of 0.
  struct RankMemory {
    const char* first = nullptr;
    std::size_t stride = 0;
  };
  virtual RankMemory rank_memory() const { return {}; }
};

/// Tasks divided into shares; those of a node are in one share.
struct RankDivision {
  std::span<const std::uint8_t> part_of_task;  ///< each below `parts`
  unsigned parts = 1;
  std::optional<unsigned> only;  ///< the one share of this process

  bool here(unsigned part) const { return !only || *only == part; }
};

/// The ability of a message-level workload to be divided among threads or processes; as Divisible.
class DivisibleRanks {
 public:
  virtual ~DivisibleRanks() = default;
  virtual std::vector<MessageShare*> divide(const RankDivision& division) = 0;
};

/// What a carrier says of messages under way, in words, when a workload explains why nothing moves.
class Carrier {
 public:
  virtual ~Carrier() = default;
  /// Of the oldest message under way of a flow of this receiver: "1 of 2 packets arrived".
  virtual std::string arrived(std::uint32_t receiver, std::uint32_t flow) const = 0;
  /// Of the message that the task sends: "3 packets left".
  virtual std::string left(std::uint32_t task) const = 0;
};

/// All ranks.
class MessageWorkload {
 public:
  virtual ~MessageWorkload() = default;

  /// The node of every task.
  virtual std::span<const std::uint32_t> node_of_task() const = 0;
  /// The first so many tasks are ranks.
  virtual std::size_t ranks() const { return node_of_task().size(); }

  /// All tasks as one share, while the workload has not been divided.
  virtual MessageShare& whole() = 0;

  // What this workload can do beyond the contract; null where it cannot.
  virtual DivisibleRanks* divisible() { return nullptr; }
  virtual Resumable* resumable() { return nullptr; }

  /// From now on bursts and waiting for messages are told to the timeline; null: to nobody.
  virtual void tell(Timeline* timeline) = 0;

  /// Nothing more will be sent and nothing more is awaited: the run is complete.
  virtual bool finished() const = 0;
  virtual bool failed() const = 0;
  /// What made a share fail. Empty while all is well.
  virtual std::string failure() const = 0;
  /// Fraction done, 0..1.
  virtual double progress() const = 0;

  /// What has been sent and delivered. Packets and means over ranks are added by the carrier.
  virtual Report report() const = 0;
  /// By rank, without what ranks wait for room, which only the carrier knows.
  virtual std::vector<RankAccount> rank_accounts(Cycle now) const = 0;

  /// One line for each rank that waits, at most `most` of them: who waits for what, and where that stands.
  virtual std::vector<std::string> explain_wait(std::size_t most, const Carrier& carrier) const = 0;
};

}  // namespace fsin::workload
