// SPDX-License-Identifier: Apache-2.0
// How ranks run, with all files read and all units converted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fsin/core/ids.hpp"
#include "trgen/programs/operation.hpp"
#include "trgen/replay/bursts/burst_clock.hpp"
#include "trgen/replay/bursts/stretch.hpp"
#include "trgen/replay/ranks/round_marks.hpp"
#include "trgen/replay/ranks/sized_costs.hpp"

namespace trgen::replay {

enum class Order : std::uint8_t {
  causal,  ///< receives wait for their messages: the second approach of Miguel-Alonso, Navaridas and Ridruejo
  asap     ///< only the sends, as fast as the network accepts them: their first approach
};

enum class Match : std::uint8_t {
  packets,  ///< counts packets: those of equal source, tag, communicator and length in packets are interchangeable, as
            ///< in the original simulator
  messages  ///< whole messages of equal source, tag, communicator and bytes, in the order in which they complete
};

/// Cycles of copying a byte within a node, as a quotient of whole numbers, so that a copy of a whole number of cycles
/// takes just these: bits of a link a second, over the bits of a phit times the bits copied a second.
struct CopyRate {
  std::uint64_t link_bits = 0;  ///< 0: bytes cost nothing
  std::uint64_t phit_bytes = 1;
  std::uint64_t copied_bits = 1;

  /// Cycles of so many bytes, rounded up.
  std::uint64_t cycles(std::uint64_t bytes) const;
};

/// What calls and messages cost beside the network. All times in cycles.
struct CallCosts {
  std::uint64_t send_overhead = 0;          ///< of a rank, before its message can leave
  std::uint64_t receive_overhead = 0;       ///< of a rank, after its message has come
  SizedCosts of_buffered;                   ///< more of a blocking send that is buffered or synchronous
  SizedCosts of_started;                    ///< more of a send that is started
  SizedCosts of_received;                   ///< more of a receive of fewer bytes than `buffered`
  std::uint64_t eager = ~std::uint64_t{0};  ///< bytes of the longest message that leaves without asking
  bool start_matched = false;               ///< a message leaves once its receive has been posted too
  std::uint64_t buffered = 0;               ///< a send of fewer bytes ends at once; its message leaves by the outbox
  bool progress_in_calls = false;           ///< requests and answers are acted upon while their rank is in a call only
  std::uint64_t copy_latency = 0;           ///< of a message within a node, at least 1 cycle altogether
  CopyRate copy_rate;
  /// The network carries messages of a node to itself, those of a rank to itself among them; else those between its
  /// ranks are copied, and a rank's to itself take no time.
  bool network_within_nodes = false;
  bool copies_share = false;  ///< the bytes of one message at a time are copied in a node

  /// Bytes of the longest message that leaves at once.
  std::uint64_t longest_unasked() const { return start_matched ? 0 : eager; }
  /// Some messages ask first (rendezvous.hpp).
  bool ask() const { return longest_unasked() != ~std::uint64_t{0}; }
  bool take_time() const {
    return send_overhead != 0 || receive_overhead != 0 || !of_buffered.empty() || !of_started.empty() ||
           !of_received.empty();
  }
  std::uint64_t of_send(const programs::Operation& send) const {
    if (send.kind == programs::OperationKind::send_start) return send_overhead + of_started.cycles(send.amount);
    const bool copied = send.amount < buffered || send.synchronous();
    return send_overhead + (copied ? of_buffered.cycles(send.amount) : 0);
  }
  std::uint64_t of_receive(std::uint64_t bytes) const {
    return receive_overhead + (bytes < buffered ? of_received.cycles(bytes) : 0);
  }
};

/// The rules of a rank, which those of one job have in common.
struct RankRules {
  bool bursts = false;     ///< run CPU bursts; without effect in Order::asap
  BurstClock burst_clock;  ///< converts bursts to cycles, if `bursts`
  CallCosts costs;
  fsin::Cycle start = 0;  ///< last cycle before the rank begins
  Stretch stretch;        ///< of bursts, by the rank's number in its job
};

/// One of several jobs that run at once: ranks with consecutive numbers, among which all of its messages stay.
struct Job {
  std::string name;
  std::uint32_t first_rank = 0;
  std::uint32_t ranks = 0;
  RankRules rules;
};

/// The settings of a replay. Its own rules are those of all ranks where there are no jobs.
struct ReplaySettings : RankRules {
  Order order = Order::causal;
  Match match = Match::packets;
  bool outboxes = false;   ///< ranks start messages, or messages ask; false: nothing leaves while its rank goes on
  bool wildcards = false;  ///< receives may leave source or tag open; then all are matched as in MPI (matching.hpp)
  std::vector<Job> jobs;   ///< empty, or all ranks are in one of them
  std::vector<std::uint16_t> job_of_rank;   ///< by rank, if there are jobs
  std::shared_ptr<RoundMarks> marks;        ///< told of each rank's steps; null: nobody is
  std::vector<std::uint32_t> node_of_rank;  ///< several ranks may share a node
  std::vector<std::uint32_t> stream_of;  ///< by rank: the one whose stream it is, or itself; empty: all are themselves

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(node_of_rank.size()); }
  /// The rank that this one is, or is a stream of.
  std::uint32_t whole_rank(std::uint32_t rank) const { return stream_of.empty() ? rank : stream_of[rank]; }
  const RankRules& rules(std::uint32_t rank) const { return jobs.empty() ? *this : jobs[job_of_rank[rank]].rules; }
  /// The rank's number in its job.
  std::uint32_t number_in_job(std::uint32_t rank) const {
    return jobs.empty() ? rank : rank - jobs[job_of_rank[rank]].first_rank;
  }
  /// Whether `property` holds for the rules of any rank.
  template <class Property>
  bool any_rules(Property property) const {
    if (jobs.empty()) return property(static_cast<const RankRules&>(*this));
    for (const Job& job : jobs) {
      if (property(job.rules)) return true;
    }
    return false;
  }
  /// CPU bursts of some rank are run.
  bool run_bursts() const {
    return order == Order::causal && any_rules([](const RankRules& rules) { return rules.bursts; });
  }
  /// All receives are matched by the rules of MPI.
  bool matches_as_mpi() const { return wildcards && order == Order::causal; }
  /// Packets of one flow may be pooled (fsin/workload/packetised_workload.hpp).
  bool pooled() const { return order == Order::causal && match == Match::packets; }
};

/// Whether any two ranks have the same node.
bool share_nodes(const std::vector<std::uint32_t>& node_of_rank);

}  // namespace trgen::replay
