// SPDX-License-Identifier: Apache-2.0
// The one contract between a workload (trgen) and an engine (fsin).
//
// An engine asks each node for packets with poll(), at most one per node and cycle, and reports each packet whose
// tail has been consumed with delivered(). Both engines drive a workload through this interface only: the reference
// stepper polls every node in every cycle, the event engine polls a node only when something can have changed. A
// workload must answer both alike.
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
// Several threads. An engine may divide() a workload: every node belongs to one share then, and each share is served by
// one thread. Threads meet between cycles (every so many, for a workload that is endless()). In a cycle a share first
// has take_mail() called, once, for what other shares left for it in the cycle before; then come its delivered() and
// poll() calls. Everything else is asked of the whole workload, while all threads stand still.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/ids.hpp"
#include "fsin/workload/timeline.hpp"

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
  Cycle cycle = 0;  ///< cycle in which the tail was consumed
};

/// Totals for the result. Fields that mean nothing for a workload stay zero.
struct Report {
  std::uint64_t packets_generated = 0;  ///< made by the sources up to now, whether they entered the network or not
  std::uint64_t phits_generated = 0;
  std::uint64_t messages_sent = 0;
  std::uint64_t messages_delivered = 0;
  std::uint64_t messages_to_self = 0;  ///< left out: they never enter the network
  bool part_of_trace = false;  ///< a region of a trace, out of which these were left, as their partners lie outside
  std::uint64_t sends_left_out = 0;  ///< of the whole region, whatever share counts
  std::uint64_t receives_left_out = 0;
  std::uint64_t ranks = 0;
  std::uint64_t ranks_finished = 0;
  double compute_cycles = 0;      ///< mean over ranks: cycles spent in CPU bursts
  double wait_cycles = 0;         ///< mean over ranks: cycles spent waiting for a message or for room
  double max_compute_cycles = 0;  ///< of the rank that computes most

  /// What the other shares of a divided workload have counted. Means are made of the accounts of all ranks.
  void merge(const Report& other) {
    packets_generated += other.packets_generated;
    phits_generated += other.phits_generated;
    messages_sent += other.messages_sent;
    messages_delivered += other.messages_delivered;
    messages_to_self += other.messages_to_self;
    ranks += other.ranks;
    ranks_finished += other.ranks_finished;
  }
  void set_means(const std::vector<RankAccount>& accounts) {
    Cycle most = 0, compute = 0, wait = 0;
    for (const RankAccount& rank : accounts) {
      most = std::max(most, rank.compute);
      compute += rank.compute;
      wait += rank.wait_message + rank.wait_room;
    }
    const double count = accounts.empty() ? 1 : static_cast<double>(accounts.size());
    compute_cycles = static_cast<double>(compute) / count;
    wait_cycles = static_cast<double>(wait) / count;
    max_compute_cycles = static_cast<double>(most);
  }
};

/// The nodes that one thread serves.
class Share {
 public:
  virtual ~Share() = default;

  virtual Poll poll(NodeId node, Cycle now, bool room) = 0;

  /// This node will be polled in a moment: what it needs may be brought into the cache.
  virtual void prefetch(NodeId node) const { static_cast<void>(node); }

  /// The same for a packet that will be delivered in a moment.
  virtual void prefetch_delivery(std::uint32_t token) const { static_cast<void>(token); }

  /// Returns true when the destination node must be polled in the cycle of this call.
  virtual bool delivered(const Delivery& delivery) = 0;

  /// What keeps the run from being complete, as a number that is 0 in the sum over all shares when nothing more will be
  /// offered and nothing more is awaited. Asked after the polls of a cycle.
  virtual std::int64_t outstanding() const = 0;

  /// Something went wrong that makes the rest of the run meaningless (a corrupt trace block, say): the run ends with
  /// this cycle, whichever engine asks. Workload::failure() says what it was. Asked after the polls of a cycle.
  virtual bool failed() const { return false; }

  virtual void take_mail() {}

  // Shares in different processes: what this one leaves for share `to` in a cycle, and what came from share `from`.
  virtual void pack_mail(unsigned to, ByteWriter& letter) {
    static_cast<void>(to);
    static_cast<void>(letter);
  }
  virtual void unpack_mail(unsigned from, ByteReader& letter) {
    static_cast<void>(from);
    static_cast<void>(letter);
  }
};

/// Nodes divided into shares.
struct Division {
  std::span<const std::uint8_t> part_of_node;  ///< each below `parts`
  unsigned parts = 1;
  std::optional<unsigned> only;  ///< the one share of this process

  bool here(unsigned part) const { return !only || *only == part; }
};

/// All nodes. A workload that is not divided is its own only share.
class Workload : public Share {
 public:
  /// Before the first poll. Returns the shares, which live as long as the workload; none if this workload cannot be
  /// divided. With division.only, all but that one are in other processes: null here, and left out of every report.
  virtual std::vector<Share*> divide(const Division& division) {
    static_cast<void>(division);
    return {};
  }

  /// First cycle in which a node has something to do (never: this node takes no part).
  virtual Cycle first_poll(NodeId node) const = 0;

  /// Nothing more will be offered and nothing more is awaited: the run is complete. Checked after the polls of a cycle.
  virtual bool finished() const = 0;
  std::int64_t outstanding() const override { return finished() ? 0 : 1; }

  /// Never finished, and its shares leave each other no mail: threads need not meet in every cycle.
  virtual bool endless() const { return false; }

  /// Fraction done in 0..1, or a negative number when the workload has no end of its own.
  virtual double progress() const { return -1; }

  virtual Report report(Cycle now) const = 0;

  /// By rank; empty for a workload without ranks. Of ranks in other processes only the node is right.
  virtual std::vector<RankAccount> rank_accounts(Cycle now) const {
    static_cast<void>(now);
    return {};
  }

  /// One line for each rank (or node) that waits, at most `most` of them: who waits for what, and where that stands in
  /// the trace. Called when nothing can move any more.
  virtual std::vector<std::string> explain_wait(std::size_t most) const {
    static_cast<void>(most);
    return {};
  }

  /// A run that is continued later: everything that changes, between two cycles; and back, in a workload made and
  /// divided in the same way and not polled yet. load() may throw what reading a trace throws.
  virtual void save(ByteWriter& out) const {
    static_cast<void>(out);
    throw std::logic_error("this workload cannot be saved");
  }
  virtual void load(ByteReader& in) {
    static_cast<void>(in);
    throw std::logic_error("this workload cannot be loaded");
  }

  /// What made a share fail. Empty while all is well.
  virtual std::string failure() const { return {}; }
};

}  // namespace fsin::workload
