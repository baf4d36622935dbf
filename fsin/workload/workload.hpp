// SPDX-License-Identifier: Apache-2.0
// The packet-level contract between a workload and an engine: who offers which packet when.
//
// An engine asks each node for packets with poll(), at most one per node and cycle, and reports each packet whose
// tail has been consumed with delivered(). Every engine of packets drives a workload through this interface only: the
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
// Several threads. An engine may divide() a workload that is Divisible (abilities.hpp): every node belongs to one share
// then, and each share is served by one thread. Threads meet between cycles (every so many, for a workload that is
// endless()). In a cycle a share that is Exchanging first takes, once, what other shares left for it in the cycle
// before; then come its delivered() and poll() calls. Everything else is asked of the whole workload, while all threads
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
  Cycle entered = 0;        ///< in which it entered the network
  std::uint16_t hops = 0;   ///< links crossed
  std::uint16_t phits = 0;  ///< of the packet
};

/// The nodes that one thread serves.
class Share {
 public:
  virtual ~Share() = default;

  virtual Poll poll(NodeId node, Cycle now, bool room) = 0;

  /// Returns true when the destination node must be polled in the cycle of this call.
  virtual bool delivered(const Delivery& delivery) = 0;

  /// What keeps the run from being complete, as a number that is 0 in the sum over all shares when nothing more will be
  /// offered and nothing more is awaited. Asked after the polls of a cycle.
  virtual std::int64_t outstanding() const = 0;

  /// Something went wrong that makes the rest of the run meaningless (a corrupt trace block, say): the run ends with
  /// this cycle, whichever engine asks. Workload::failure() says what it was. Asked after the polls of a cycle.
  virtual bool failed() const { return false; }

  // What this share can do beyond that; null where it cannot.
  virtual const Prefetching* prefetching() const { return nullptr; }
  virtual Exchanging* exchanging() { return nullptr; }
};

/// All nodes. A workload that is not divided is its own only share.
class Workload : public Share, public Accounts {
 public:
  // What this workload can do beyond the contract; null where it cannot.
  virtual Divisible* divisible() { return nullptr; }
  virtual Resumable* resumable() { return nullptr; }

  /// First cycle in which a node has something to do (never: this node takes no part).
  virtual Cycle first_poll(NodeId node) const = 0;

  /// Nothing more will be offered and nothing more is awaited: the run is complete. Checked after the polls of a cycle.
  virtual bool finished() const = 0;
  std::int64_t outstanding() const override { return finished() ? 0 : 1; }

  /// Never finished, and its shares leave each other no mail: threads need not meet in every cycle.
  virtual bool endless() const { return false; }

  /// One line for each rank (or node) that waits, at most `most` of them: who waits for what, and where that stands in
  /// the trace. Called when nothing can move any more.
  virtual std::vector<std::string> explain_wait(std::size_t most) const {
    static_cast<void>(most);
    return {};
  }

  /// What made a share fail. Empty while all is well.
  virtual std::string failure() const { return {}; }
};

}  // namespace fsin::workload
