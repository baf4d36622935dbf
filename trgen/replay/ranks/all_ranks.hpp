// SPDX-License-Identifier: Apache-2.0
// All ranks of a replay, and what some replays need of each: arrays that are empty where the settings ask for nothing
// of the kind, so that a replay without it pays no memory and one comparison.
//
// The shares of a replay have this in common; each accesses only its own ranks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "fsin/workload/timeline.hpp"
#include "trgen/replay/ranks/node_copies.hpp"
#include "trgen/replay/ranks/node_cores.hpp"
#include "trgen/replay/ranks/outbox.hpp"
#include "trgen/replay/ranks/rank.hpp"
#include "trgen/replay/ranks/requests.hpp"
#include "trgen/replay/ranks/settings.hpp"

namespace trgen::replay {

/// The CPU bursts of a rank.
struct BurstState {
  Wide carry = 0;           ///< of the burst clock
  std::uint64_t begun = 0;  ///< bursts, where they are stretched
};

/// The time that calls take (CallCosts::take_time).
struct CallState {
  Cycle until = 0;         ///< last cycle in which the rank is busy with calls that it has begun
  std::uint64_t owed = 0;  ///< cycles of receiving what it has taken in a wait that is not over
};

struct AllRanks {
  AllRanks(const ReplaySettings& from, const fsin::workload::NetworkFacts& facts);

  const ReplaySettings& settings;
  fsin::workload::Packetiser packetiser;
  std::uint32_t count;
  bool shared_nodes;
  bool calls_take_time;
  std::vector<Rank> ranks;
  std::vector<std::uint8_t> share_of;  ///< by task: the ranks, then their outboxes, if they have any
  std::vector<BurstState> bursts;      ///< if bursts are run
  std::vector<CallState> calls;        ///< if calls take time
  std::vector<Outbox> outboxes;        ///< if there are any
  std::vector<Requests> requests;      ///< of ranks with outboxes
  NodeCores cores;                     ///< if bursts share the cores of machines
  NodeCopies copies;                   ///< of tasks, if messages within a node share its bandwidth
  fsin::workload::Timeline* timeline = nullptr;
  /// Readers keep the calls of ranks, also while the first actions of ranks, which have been told, are repeated without
  /// the timeline: a reader that skipped calls then may have read ahead.
  bool calls_are_told = false;

  const RankRules& rules(std::uint32_t rank) const { return settings.rules(rank); }

  /// A message between them is copied, and crosses no network.
  bool is_near(std::uint32_t rank, std::uint32_t peer) const {
    return shared_nodes && settings.node_of_rank[rank] == settings.node_of_rank[peer] &&
           !rules(rank).costs.network_within_nodes;
  }
  /// A message between them is one of the rank to itself, which takes no time.
  bool is_own(std::uint32_t rank, std::uint32_t peer) const {
    return rank == peer && !rules(rank).costs.network_within_nodes;
  }

  /// Calls of the rank take time, and its messages leave once they are matched: then what it posts counts from the end
  /// of the calls before, and no message waits behind one that cannot leave yet.
  bool posts_behind_calls(std::uint32_t rank) const { return calls_take_time && rules(rank).costs.start_matched; }

  Cycle calls_until(std::uint32_t rank) const { return calls_take_time ? calls[rank].until : 0; }

  /// A call that begins after cycle `now`, and after those before it, takes so many cycles.
  void call(std::uint32_t rank, Cycle now, std::uint64_t cycles) {
    if (cycles == 0) return;
    CallState& state = calls[rank];
    state.until = std::max(state.until, now) + cycles;
    ranks[rank].active(state.until);
  }
  /// The call of the send at the head of the rank.
  void call_of_send(std::uint32_t rank, Cycle now) {
    if (calls_take_time) call(rank, now, rules(rank).costs.of_send(ranks[rank].head));
  }

  /// The rank is busy from the cycle after `now` on, or after its calls.
  void be_busy(std::uint32_t rank, Stage stage, Cycle now, std::uint64_t cycles) {
    ranks[rank].stage = stage;
    ranks[rank].computes = false;
    ranks[rank].last_active = std::max(now, calls_until(rank)) + cycles;
  }

  /// Cycles of copying a message of the rank to another rank of its node, when no other one is copied there.
  std::uint64_t copy_cycles(std::uint32_t rank, std::uint64_t bytes) const;

  /// Messages of the rank within its node share the bandwidth with others.
  bool shares_copies(std::uint32_t rank) const { return !copies.empty() && rules(rank).costs.copies_share; }
  /// Asks for a copy that shares, from cycle `first` on; `task`: the rank or its outbox.
  void request_copy(std::uint32_t rank, std::uint32_t task, std::uint64_t bytes, Cycle first) {
    const CallCosts& costs = rules(rank).costs;
    copies.request(task, settings.node_of_rank[rank], first, costs.copy_latency, costs.copy_rate.cycles(bytes));
  }
  void settle_copies(std::uint32_t rank, Cycle now) { copies.settle(settings.node_of_rank[rank], now); }
  /// The last cycle of such a copy, asked for in cycle `now`: a later one than its first where it is not over by then.
  Cycle copied_until(std::uint32_t rank, std::uint32_t task, Cycle now) {
    settle_copies(rank, now);
    return std::max(copies.first(task), copies.last(task));
  }

  /// A send has ended: that of a request, or of the blocking send at the head of the rank.
  void end_send(std::uint32_t rank, std::uint32_t request) {
    if (request == own_request) {
      ranks[rank].long_left = true;
    } else if (request != no_request) {
      requests[rank][request].state = Request::State::sent;
    }
  }

  /// All that changes of a rank and its outbox but Rank::flow.
  template <class Archive>
  void archive_rank(std::uint32_t rank, Archive& a) {
    a(ranks[rank]);
    if (!bursts.empty()) a(bursts[rank]);
    if (!cores.empty()) cores.archive(rank, a);
    if (!calls.empty()) a(calls[rank]);
    if (!outboxes.empty()) a(outboxes[rank], requests[rank]);
    if (copies.empty()) return;
    copies.archive(rank, settings.node_of_rank[rank], a);
    if (!outboxes.empty()) copies.archive(count + rank, settings.node_of_rank[rank], a);
  }

  FlowKey key(const fsin::workload::Message& message) const {
    return {message.destination, message.source, message.tag, message.communicator,
            settings.match == Match::packets ? packetiser.packets(message.bytes) : message.bytes};
  }
};

inline fsin::workload::Message received_by(std::uint32_t rank, const programs::Operation& receive) {
  return {receive.peer, rank, receive.tag, receive.communicator, receive.amount};
}
inline fsin::workload::Message received_by(std::uint32_t rank, const Request& receive) {
  return {receive.peer, rank, receive.tag, receive.communicator, receive.bytes};
}
inline fsin::workload::Message sent_by(std::uint32_t rank, const programs::Operation& send) {
  return {rank, send.peer, send.tag, send.communicator, send.amount};
}
inline fsin::workload::Message sent_by(std::uint32_t rank, const Request& send) {
  return {rank, send.peer, send.tag, send.communicator, send.bytes};
}

}  // namespace trgen::replay
