// SPDX-License-Identifier: Apache-2.0
// Lets one rank of a schedule do all that it can do in a cycle.
#pragma once

#include <string>
#include <vector>

#include "fsin/workload/timeline.hpp"
#include "trgen/replay/schedules/scheduled_rank.hpp"

namespace trgen::replay {

/// What all ranks of a schedule have in common.
struct ScheduleState {
  ScheduleSettings settings;
  std::vector<ScheduledRank> ranks;
  fsin::workload::Timeline* timeline = nullptr;
  std::uint64_t unfinished = 0;
  std::uint64_t begun = 0, taken = 0, to_self = 0;
  std::vector<std::uint32_t> free_tokens;
  std::vector<std::uint32_t> roused;
  std::string failure;

  bool is_near(std::uint32_t rank, std::uint32_t peer) const {
    return settings.ranks.node_of_rank[rank] == settings.ranks.node_of_rank[peer];
  }
};

class RankRunner {
 public:
  RankRunner(ScheduleState& state, std::uint32_t number) : state_(state), number_(number), rank_(state.ranks[number]) {}

  /// All that can begin by cycle `now`.
  void run(Cycle now);
  /// The message has left its interface in cycle `now`.
  void left(Interface& interface, Cycle now);
  /// The next cycle in which the rank does anything by itself; `never` if none.
  Cycle next() const;

 private:
  using Operation = record::ScheduledOperation;

  const Operation& operation(std::uint32_t number) const { return rank_.schedule->operations[number]; }
  bool run_bursts(Cycle now);
  bool free_interfaces(Cycle now);
  Processor* next_to_begin();
  void begin(Processor& processor);
  void begin_burst(Processor& processor, std::uint32_t number, Moment when);
  void begin_receive(std::uint32_t number, Moment when);
  void begin_send(Processor& processor, std::uint32_t number, Moment when);
  void come(const Letter& letter, Moment when);
  void take(std::uint32_t number, const Letter& letter, Moment when);
  void started(std::uint32_t number, Moment when) { release(number, when, true); }
  void done(std::uint32_t number, Moment when);
  void release(std::uint32_t number, Moment when, bool at_start);
  void cover(Cycle after, Cycle until);

  ScheduleState& state_;
  std::uint32_t number_;
  ScheduledRank& rank_;
};

}  // namespace trgen::replay
