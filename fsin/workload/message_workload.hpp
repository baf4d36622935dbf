// SPDX-License-Identifier: Apache-2.0
// The message-level contract between a workload and the carrier of its messages: which rank sends a message of how many
// bytes to which other rank, and when. Replayed traces and generated programs are message-level workloads.
//
// Two kinds of carriers drive a workload through this interface: the packetising adapter (packetised_workload.hpp),
// which makes a packet-level workload of it, and the engine of message-level models (fsin/engine/message).
//
// Contract
//  * A task does one thing at a time: it computes, sends a message, waits, or has ended. Ranks are tasks 0 .. ranks-1;
//    further tasks may follow that send for ranks: messages that a rank sends in the background leave through such a
//    task. next(task, 0) is the first call for a task and returns its first action.
//  * Action::cycle is the cycle in which the task can go on. compute: the last cycle of the burst; next() is due then.
//    send: the message may begin to leave from then on; sent() is due in the cycle in which it has left the source's
//    buffer. wait: next() is due then; `never`: not before delivered() has answered true.
//  * In a cycle, tasks are asked in ascending order, and sent() is called when all have been asked that are due.
//  * Several tasks may share a node. After an answer of next() with Action::rouses, the waiting tasks of the node that
//    come after this one are due in the same cycle, and all that wait in the next cycle are due then, also those that
//    begin to wait after that answer; after an answer of sent(), the latter alone. A node sends one packet a cycle; the
//    tasks that have packets take turns. Messages within a node are the workload's own affair: no carrier sees them.
//  * Calling next() once more for a waiting task, although nothing has arrived for it, has no effect.
//  * expect() is called, at the receiver's share, for every message that has been sent, before it is delivered. It
//    returns the number of the message's flow: messages of one flow satisfy the same receives, and a carrier that
//    matches by packets lets them share their packets. Numbers are small and are reused after a flow has ended.
//  * delivered() reports that a message of the flow is complete; when it answers true, the waiting tasks of the
//    receiver's node are due in this cycle. In one cycle all delivered() calls come before all others; a message whose
//    end is consumed in cycle t is reported in t+1.
//  * Nothing depends on the order of nodes within a cycle, nor on the order of deliveries in it.
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

/// The next action of a task.
struct Action {
  enum class Kind : std::uint8_t { compute, send, wait, end, failed };
  Kind kind = Kind::end;
  Cycle cycle = never;  ///< cycle in which the task can go on
  Message message;      ///< for a send
  bool rouses = false;  ///< other tasks of its node may be able to go on because of its last action
};

/// Treatment of a message by a carrier without routers. Carriers with routers hold all messages.
enum class Passage : std::uint8_t {
  held,      ///< sent() is due when the message has left the buffer of its source
  released,  ///< sent() is due in the cycle in which the message begins to leave
  unseen     ///< as released, and the message crosses no network: it is delivered in the next cycle
};

/// The tasks that one thread serves.
class MessageShare {
 public:
  virtual ~MessageShare() = default;

  virtual Passage passage(const Message& /*message*/) const { return Passage::held; }
  /// True for a message that the program has not sent: one by which ranks agree on another.
  virtual bool is_control(const Message& /*message*/) const { return false; }

  /// Next action of the task, after the burst that ends in cycle `now`, or once in cycle `now` everything it waited for
  /// has arrived.
  virtual Action next(std::uint32_t task, Cycle now) = 0;

  /// Reports that the message of the task has left the buffer of its source in cycle `now`. Returns the next action.
  virtual Action sent(std::uint32_t task, Cycle now) = 0;

  /// Reports that a message to a rank of this share has been sent. Returns the number of its flow.
  virtual std::uint32_t expect(const Message& message) = 0;

  /// Reports that a message of the flow is complete; `now` is the cycle of this report. True when a task of the
  /// receiver's node can go on because of it: next() is due.
  virtual bool delivered(std::uint32_t flow, Cycle now) = 0;

  /// Amount of unfinished work; the sum over all shares is 0 when nothing more will be sent and nothing more is
  /// awaited.
  virtual std::int64_t outstanding() const = 0;

  /// True when the trace could not be read on (see Share::failed).
  virtual bool failed() const = 0;

  /// Location of the state of tasks, so that it can be prefetched ahead of a call: that of task t lies at `first + t *
  /// stride`. A share without this ability has a stride of 0.
  struct RankMemory {
    const char* first = nullptr;
    std::size_t stride = 0;
  };
  virtual RankMemory rank_memory() const { return {}; }
};

/// Tasks divided into shares; those of a node are in one share.
struct RankDivision {
  std::span<const std::uint8_t> part_of_task;  ///< values below `parts`
  unsigned parts = 1;
  std::optional<unsigned> only;  ///< the one share served by this process

  bool here(unsigned part) const { return !only || *only == part; }
};

/// The ability of a message-level workload to be divided among threads or processes; as Divisible.
class DivisibleRanks {
 public:
  virtual ~DivisibleRanks() = default;
  virtual std::vector<MessageShare*> divide(const RankDivision& division) = 0;
};

/// State of messages under way, in words, for a workload that explains why nothing moves.
class Carrier {
 public:
  virtual ~Carrier() = default;
  /// State of the oldest message under way of a flow of this receiver: "1 of 2 packets arrived".
  virtual std::string arrived(std::uint32_t receiver, std::uint32_t flow) const = 0;
  /// State of the message that the task sends: "3 packets left".
  virtual std::string left(std::uint32_t task) const = 0;
};

/// A message-level workload: all ranks.
class MessageWorkload {
 public:
  virtual ~MessageWorkload() = default;

  /// The node of every task.
  virtual std::span<const std::uint32_t> node_of_task() const = 0;
  /// Number of ranks; they are the first tasks.
  virtual std::size_t ranks() const { return node_of_task().size(); }

  /// All tasks as one share, while the workload has not been divided.
  virtual MessageShare& whole() = 0;

  // Abilities of this workload beyond the contract; null where it lacks one.
  virtual DivisibleRanks* divisible() { return nullptr; }
  virtual Resumable* resumable() { return nullptr; }

  /// Reports bursts and waits for messages to the timeline from now on; null: to none.
  virtual void tell(Timeline* timeline) = 0;

  /// True when the run is complete: nothing more will be sent and nothing more is awaited.
  virtual bool finished() const = 0;
  virtual bool failed() const = 0;
  /// Reason why a share failed. Empty while all is well.
  virtual std::string failure() const = 0;
  /// Fraction done, 0..1.
  virtual double progress() const = 0;

  /// Counts of sent and delivered messages. The carrier adds packets and means over ranks.
  virtual Report report() const = 0;
  /// Accounts by rank, without the cycles spent waiting for room, which only the carrier knows.
  virtual std::vector<RankAccount> rank_accounts(Cycle now) const = 0;

  /// One line for each waiting rank, at most `most` of them: the rank, what it waits for, and where that is.
  virtual std::vector<std::string> explain_wait(std::size_t most, const Carrier& carrier) const = 0;
};

}  // namespace fsin::workload
