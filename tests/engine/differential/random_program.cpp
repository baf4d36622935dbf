// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/workload/packetised_workload.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/replay/processes/process_replay.hpp"
#include "trgen/replay/processes/program_reader.hpp"

namespace differential {
namespace {

using namespace fsin;
using trgen::programs::Operation;
using trgen::programs::Operations;

/// The operations that were drawn, a step each.
class DrawnProgram final : public trgen::programs::Program {
 public:
  explicit DrawnProgram(std::uint32_t ranks) : operations_(ranks) {}

  Operations& operator[](std::uint32_t rank) { return operations_[rank]; }
  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return static_cast<std::uint32_t>(operations_.size()); }
  std::uint64_t steps(std::uint32_t rank) const override { return operations_[rank].size(); }
  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    out.add(operations_[rank][number]);
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  std::uint32_t most_requests() const override { return 4; }

 private:
  std::string name_ = "drawn";
  std::vector<Operations> operations_;
  std::vector<std::string> states_;
};

/// A message between two ranks; receives are posted before sends, so that long messages cannot wait for each other.
void draw_message(Dice& dice, DrawnProgram& program, std::int32_t tag) {
  const std::uint32_t from = dice.below(program.ranks()), to = dice.below(program.ranks());
  const std::uint64_t bytes = dice.one_of({0U, 10U, 64U, 200U, 1000U});
  const bool starts = dice.chance(50);
  program[to].receive_start(0, from, bytes, tag);
  if (starts) {
    program[from].send_start(1, to, bytes, tag);
    if (dice.chance(50)) program[from].compute(dice.below(300));
    program[from].wait(1);
  } else {
    program[from].send(to, bytes, tag);
  }
  if (dice.chance(30)) program[to].compute(dice.below(200));
  if (dice.chance(30)) {
    program[to].wait_any(0, 4);
  } else {
    program[to].wait(0, 4);
  }
}

}  // namespace

void choose_program(Dice& dice, const workload::NetworkFacts& facts, RandomCase& c) {
  const std::uint32_t ranks = dice.between(2, std::min(2 * facts.nodes, 24U));
  const std::uint32_t messages = dice.between(1, 60);
  const auto program = std::make_shared<DrawnProgram>(ranks);
  for (std::uint32_t i = 0; i < messages; ++i) {
    draw_message(dice, *program, static_cast<std::int32_t>(i % 3));
    if (!dice.chance(5)) continue;
    const auto kind =
        dice.chance(50) ? trgen::programs::collectives::Kind::all_reduce : trgen::programs::collectives::Kind::barrier;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) (*program)[rank].collective(kind, 0, 100);
  }
  trgen::replay::ProcessSettings settings;
  settings.ranks = ranks;
  settings.match = dice.chance(50) ? trgen::replay::Match::messages : trgen::replay::Match::packets;
  settings.bursts = true;
  settings.burst_clocks = {trgen::replay::BurstClock(1.0, 0, 32'000'000'000, 4)};
  if (dice.chance(40)) settings.costs.eager = dice.one_of({0U, 100U, 500U});
  if (dice.chance(40)) settings.costs.send_overhead = dice.below(40);
  if (dice.chance(40)) settings.costs.receive_overhead = dice.below(40);
  settings.costs.copy_latency = dice.below(20);
  const std::uint32_t shared = dice.between(1, facts.nodes);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) settings.node_of_task.push_back(rank * 7 % shared);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) settings.node_of_task.push_back(settings.node_of_task[rank]);
  c.workload_text =
      fmt::format("program of {} ranks on {} nodes, {} messages, match {}, eager {}", ranks, shared, messages,
                  settings.match == trgen::replay::Match::messages ? "messages" : "packets", settings.costs.eager);
  c.ranks = ranks;
  c.make_told = [program, settings, facts](workload::Timeline* timeline) {
    const auto make_reader = [program] { return std::make_unique<trgen::replay::ProgramReader>(program); };
    return workload::make_packetised(trgen::replay::make_process_replay(make_reader, settings, facts), facts,
                                     {settings.match == trgen::replay::Match::packets, nullptr, timeline});
  };
  c.make_workload = [make = c.make_told] { return make(nullptr); };
}

}  // namespace differential
