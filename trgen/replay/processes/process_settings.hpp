// SPDX-License-Identifier: Apache-2.0
// How processes are run, with all files read and all units converted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fsin/core/ids.hpp"
#include "trgen/replay/processes/round_marks.hpp"
#include "trgen/replay/settings.hpp"
#include "trgen/replay/stragglers/stretch.hpp"

namespace trgen::replay {

/// What calls and messages cost beside the network. All times in cycles.
struct CallCosts {
  std::uint64_t send_overhead = 0;          ///< of a rank, before its message can leave
  std::uint64_t receive_overhead = 0;       ///< of a rank, after its message has come
  std::uint64_t eager = ~std::uint64_t{0};  ///< bytes of the longest message that leaves without asking
  bool start_matched = false;               ///< a message leaves once its receive has been posted too
  std::uint64_t buffered = 0;               ///< then: a send of fewer bytes ends at once
  bool progress_in_calls = false;           ///< requests and answers are acted upon while their rank is in a call only
  std::uint64_t copy_latency = 0;           ///< of a message within a node, at least 1 cycle altogether
  double copy_cycles_per_byte = 0;

  /// Bytes of the longest message that leaves at once.
  std::uint64_t longest_unasked() const { return start_matched ? 0 : eager; }
};

/// By which a rank runs.
struct RankRules {
  bool bursts = false;     ///< run CPU bursts; only with Order::causal
  BurstClock burst_clock;  ///< converts bursts to cycles, if `bursts`
  CallCosts costs;
  fsin::Cycle start = 0;  ///< last cycle before the rank begins
  Stretch stretch;        ///< by the rank's number in its job
};

/// One of several jobs that run at once: ranks with consecutive numbers, among which all of its messages stay.
struct Job {
  std::string name;
  std::uint32_t first_rank = 0;
  std::uint32_t ranks = 0;
  RankRules rules;
};

/// Its own rules are those of all ranks where there are no jobs.
struct ProcessSettings : RankRules {
  std::uint32_t ranks = 0;
  bool outboxes = true;  ///< false: nothing leaves while its rank goes on
  Order order = Order::causal;
  Match match = Match::packets;
  std::vector<Job> jobs;                   ///< empty, or all ranks are in one of them
  std::vector<std::uint16_t> job_of_rank;  ///< by rank, if there are jobs
  bool wildcards = false;  ///< receives may leave source or tag open, and are matched as in MPI (matching.hpp)
  std::shared_ptr<RoundMarks> marks;        ///< told of each rank's steps; null: nobody is
  std::vector<std::uint32_t> node_of_task;  ///< of every rank, then of every outbox

  bool has_outboxes() const { return outboxes; }
  const RankRules& rules(std::uint32_t rank) const { return jobs.empty() ? *this : jobs[job_of_rank[rank]].rules; }
  /// The rank's number in its job.
  std::uint32_t number_in_job(std::uint32_t rank) const {
    return jobs.empty() ? rank : rank - jobs[job_of_rank[rank]].first_rank;
  }
};

}  // namespace trgen::replay
