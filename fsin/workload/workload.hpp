// SPDX-License-Identifier: Apache-2.0
// The packet-level contract between a workload and an engine: which node offers which packet, and when.
//
// An engine asks each node for packets with poll(), at most once per node and cycle, and reports each packet whose tail
// has been consumed with delivered(). Every packet-level engine drives a workload through this interface only: the
// reference stepper polls every node in every cycle, the event engine polls a node only when something can have
// changed. A workload must answer both alike. Synthetic sources are packet-level workloads; a trace or a program is a
// message-level one (message_workload.hpp), which packetised_workload.hpp cuts into packets.
//
// Contract
//  * poll(n, t, room) is called at most once per node and cycle, with t strictly growing for a node. In one cycle all
//    delivered() calls come before all poll() calls; a packet whose tail is consumed in cycle t is reported in t+1.
//  * A poll that can do nothing has no effect: polling a node more often than asked for changes no later answer.
//  * `room` says whether a packet offered now would enter the injection buffer. When it is true, the packet offered
//    enters now. When it is false, poll offers nothing; a node that would have offered answers wants_room.
//  * Poll::next is the earliest later cycle in which polling this node could do something although no packet is
//    delivered to it and no room opens; `never` when only a delivery (or room, if wants_room) can help.
//  * Poll::more, beside `offers`: in the next cycle the node has another packet to offer. Until there is room it need
//    not be polled: each answer would be wants_room, with no other effect.
//  * Nothing depends on the order in which nodes are polled within a cycle, nor on the order of deliveries in it.
//
// Several threads. An engine may divide() a workload that is Divisible (abilities.hpp): every node then belongs to one
// share, and each share is served by one thread. Threads meet between cycles (every so many, for a workload that is
// endless()). In a cycle a share that is Exchanging first takes, once, the notices that other shares left for it in the
// cycle before; then come its delivered() and poll() calls. All other calls go to the whole workload while all threads
// stand still.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/workload/abilities.hpp"
#include "fsin/workload/report.hpp"

namespace fsin::workload {

/// A packet as the workload sees it.
struct Offer {
  NodeId destination;       ///< another node than the one polled
  std::uint16_t phits = 0;  ///< 1 .. phits of a full packet
  std::uint32_t token = 0;  ///< handed back, untouched, in Delivery
  Cycle generated = 0;      ///< cycle in which the source made it, at most the cycle of the poll
};

struct Poll {
  bool offers = false;      ///< `packet` is valid and enters the network now
  bool wants_room = false;  ///< something waits for room in the injection buffer
  Offer packet;
  Cycle next = never;
  bool more = false;  ///< beside `offers`: another packet can be offered in the next cycle
};

struct Delivery {
  NodeId source;
  NodeId destination;
  std::uint32_t token = 0;
  Cycle cycle = 0;          ///< cycle in which the tail was consumed
  Cycle entered = 0;        ///< cycle in which the packet entered the network
  std::uint16_t hops = 0;   ///< links crossed
  std::uint16_t phits = 0;  ///< phits of the packet
};

/// The nodes that one thread serves.
class Share {
 public:
  virtual ~Share() = default;

  virtual Poll poll(NodeId node, Cycle now, bool room) = 0;

  /// Returns true when the destination node must be polled in the cycle of this call.
  virtual bool delivered(const Delivery& delivery) = 0;
  /// Counts a packet whose tail was consumed in the last cycle of the run, after which nobody acts on it any more.
  virtual void delivered_last(const Delivery& /*delivery*/) {}

  /// Amount of unfinished work; the sum over all shares is 0 when nothing more will be offered and nothing more is
  /// awaited. Called after the polls of a cycle.
  virtual std::int64_t outstanding() const = 0;

  /// Amount of what can still end a wait: packets under way that somebody awaits, and nodes that will do something by
  /// themselves. Where the sum over all shares is 0 and work is outstanding, the workload is at a standstill, whatever
  /// else moves in the network. A workload that awaits all of its packets answers 1: engines notice by themselves when
  /// none moves. Called after the polls of a cycle.
  virtual std::int64_t moving() const { return 1; }

  /// True when a failure makes the rest of the run meaningless (a corrupt trace block, say): the run ends with this
  /// cycle, under any engine. Workload::failure() gives the reason. Called after the polls of a cycle.
  virtual bool failed() const { return false; }

  // Abilities of this share beyond the contract; null where it lacks one.
  virtual const Prefetching* prefetching() const { return nullptr; }
  virtual Exchanging* exchanging() { return nullptr; }
};

/// A packet-level workload: all nodes. A workload that is not divided is its own only share.
class Workload : public Share, public Accounts {
 public:
  // Abilities of this workload beyond the contract; null where it lacks one.
  virtual Divisible* divisible() { return nullptr; }
  virtual Resumable* resumable() { return nullptr; }

  /// First cycle in which a node has something to do (never: this node takes no part).
  virtual Cycle first_poll(NodeId node) const = 0;

  /// True when the run is complete: nothing more will be offered and nothing more is awaited. Checked after the polls
  /// of a cycle.
  virtual bool finished() const = 0;
  std::int64_t outstanding() const override { return finished() ? 0 : 1; }

  /// True when the workload never finishes and its shares exchange no notices: threads need not meet in every cycle.
  virtual bool endless() const { return false; }

  /// One line for each waiting rank (or node), at most `most` of them: the rank, what it waits for, and where that is
  /// in the trace. Called when nothing can move any more.
  virtual std::vector<std::string> explain_wait(std::size_t most) const {
    static_cast<void>(most);
    return {};
  }

  /// Reason why a share failed. Empty while all is well.
  virtual std::string failure() const { return {}; }
};

}  // namespace fsin::workload
