// SPDX-License-Identifier: Apache-2.0
// Programs written down in a test, and their run over the ideal network of the replay tests.
#pragma once

#include <string>
#include <vector>

#include "tests/trgen/replay/replay_fixture.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/replay/replay.hpp"

namespace trgen::replay::testing {

/// A program whose ranks each have one step: the operations that the test wrote.
class WrittenProgram final : public programs::Program {
 public:
  explicit WrittenProgram(std::uint32_t ranks) : operations_(ranks) {}

  programs::Operations& operator[](std::uint32_t rank) { return operations_[rank]; }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(operations_.size()); }
  std::uint64_t steps(std::uint32_t /*rank*/) const override { return 1; }
  void step(std::uint32_t rank, std::uint64_t /*number*/, programs::Operations& out) const override {
    for (const programs::Operation& each : operations_[rank]) out.add(each);
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  std::uint32_t most_requests() const override { return 64; }

 private:
  std::string name_ = "written";
  std::vector<programs::Operations> operations_;
  std::vector<std::string> states_;
};

/// 1 ns of a program is a cycle.
inline BurstClock cycle_clock() { return BurstClock(1.0, 0, 32'000'000'000, 4); }

/// Rank i on node i, or on the nodes given.
inline ReplaySettings on_nodes(const programs::Program& program, std::vector<std::uint32_t> nodes = {}) {
  ReplaySettings settings;
  settings.outboxes = !program.only_blocks() || program.receives_any();
  settings.bursts = true;
  settings.burst_clock = cycle_clock();
  if (nodes.empty()) {
    for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) nodes.push_back(rank);
  }
  settings.node_of_rank = std::move(nodes);
  return settings;
}

inline std::unique_ptr<fsin::workload::Workload> replay_of(std::shared_ptr<const programs::Program> program,
                                                           const ReplaySettings& settings, std::uint32_t nodes,
                                                           fsin::workload::Timeline* timeline = nullptr) {
  return make_packet_replay(operations_of(std::move(program)), settings, network_of(nodes), nullptr, timeline);
}

struct Ran {
  bool finished = false;
  Cycle cycles = 0;  ///< the clock after the last cycle
  std::vector<Entered> entered;
  std::vector<fsin::workload::RankAccount> ranks;
  fsin::workload::Report report;
  std::vector<std::string> waiting;
};

inline Ran run_replay(fsin::workload::Workload& workload, const IdealSettings& how) {
  IdealNetwork network(how);
  const auto end = network.run(workload);
  return {end.finished,
          end.cycles,
          network.entered,
          workload.rank_accounts(end.cycles),
          workload.report(end.cycles),
          workload.explain_wait(8)};
}

inline Ran run_program(const std::shared_ptr<const programs::Program>& program, const ReplaySettings& settings,
                       IdealSettings how = {}) {
  std::uint32_t nodes = 1;
  for (const std::uint32_t node : settings.node_of_rank) nodes = std::max(nodes, node + 1);
  how.nodes = nodes;
  return run_replay(*replay_of(program, settings, nodes), how);
}

}  // namespace trgen::replay::testing
