// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/workload/packetised_workload.hpp"
#include "fsin/workload/with_background.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/replay/replay.hpp"
#include "trgen/synth/sources.hpp"
#include "trgen/synth/uniform.hpp"

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
/// `open`: the receive may leave source and tag open.
void draw_message(Dice& dice, DrawnProgram& program, std::int32_t tag, bool open) {
  const std::uint32_t from = dice.below(program.ranks()), to = dice.below(program.ranks());
  const std::uint64_t bytes = dice.one_of({0U, 10U, 64U, 200U, 1000U});
  const bool starts = dice.chance(50);
  const bool any_source = open && to != from && dice.chance(50), any_tag = open && dice.chance(30);
  program[to].receive_start(0, any_source ? trgen::programs::any_rank : from, bytes,
                            any_tag ? trgen::programs::any_tag : tag);
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

trgen::replay::Stretch draw_stretch(Dice& dice, std::uint32_t ranks) {
  std::vector<std::vector<trgen::replay::Slow>> slow(ranks);
  slow[dice.below(ranks)].push_back({dice.one_of({500'000U, 1'500'000U, 7'000'000U}), dice.below(200)});
  const auto kind = dice.chance(50) ? trgen::replay::Noise::Kind::uniform : trgen::replay::Noise::Kind::exponential;
  trgen::replay::Detours detours;
  if (dice.chance(50)) detours = {dice.between(20, 400), dice.between(1, 19)};
  return {std::move(slow), {kind, 100'000}, detours, dice.below(1000)};
}

/// Ranks of which the second half has rules of its own, and begins later. Messages between the halves do no harm.
void divide_into_jobs(Dice& dice, std::uint32_t ranks, trgen::replay::ReplaySettings& settings) {
  const std::uint32_t half = ranks / 2;
  trgen::replay::RankRules late = settings;
  late.start = dice.below(500);
  late.costs.send_overhead = dice.below(20);
  late.stretch = {};
  trgen::replay::RankRules early = settings;
  early.costs.eager = late.costs.eager;  // both ends of a message must agree on whether it asks
  settings.jobs = {{"early", 0, half, early}, {"late", half, ranks - half, late}};
  settings.job_of_rank.assign(ranks, 0);
  std::fill(settings.job_of_rank.begin() + half, settings.job_of_rank.end(), std::uint16_t{1});
}

}  // namespace

void choose_program(Dice& dice, const workload::NetworkFacts& facts, RandomCase& c) {
  const std::uint32_t ranks = dice.between(2, std::min(2 * facts.nodes, 24U));
  const std::uint32_t messages = dice.between(1, 60);
  const auto program = std::make_shared<DrawnProgram>(ranks);
  const bool open = dice.chance(40);
  for (std::uint32_t i = 0; i < messages; ++i) {
    draw_message(dice, *program, static_cast<std::int32_t>(i % 3), open);
    if (!dice.chance(5)) continue;
    const auto kind =
        dice.chance(50) ? trgen::programs::collectives::Kind::all_reduce : trgen::programs::collectives::Kind::barrier;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) (*program)[rank].collective(kind, 0, 100);
  }
  trgen::replay::ReplaySettings settings;
  settings.outboxes = true;
  settings.match = dice.chance(50) ? trgen::replay::Match::messages : trgen::replay::Match::packets;
  settings.bursts = true;
  settings.burst_clock = trgen::replay::BurstClock(1.0, 0, 32'000'000'000, 4);
  if (dice.chance(40)) settings.costs.eager = dice.one_of({0U, 100U, 500U});
  if (dice.chance(40)) settings.costs.send_overhead = dice.below(40);
  if (dice.chance(40)) settings.costs.receive_overhead = dice.below(40);
  settings.wildcards = open;
  settings.costs.progress_in_calls = dice.chance(30);
  settings.costs.copy_latency = dice.below(20);
  if (dice.chance(30)) settings.stretch = draw_stretch(dice, ranks);
  const bool jobs = dice.chance(40);
  if (jobs) divide_into_jobs(dice, ranks, settings);
  const std::uint32_t shared = dice.between(1, facts.nodes);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) settings.node_of_rank.push_back(rank * 7 % shared);
  c.workload_text =
      fmt::format("program of {} ranks on {} nodes, {} messages, match {}, eager {}{}{}", ranks, shared, messages,
                  settings.match == trgen::replay::Match::messages ? "messages" : "packets", settings.costs.eager,
                  open ? ", open receives" : "", settings.costs.progress_in_calls ? ", progress in calls" : "");
  c.workload_text += fmt::format("{}{}", settings.stretch.none() ? "" : ", stragglers", jobs ? ", late ranks" : "");
  const auto make = [program, settings, facts](workload::Timeline* timeline) {
    return trgen::replay::make_packet_replay(trgen::replay::operations_of(program), settings, facts, nullptr, timeline);
  };
  c.make_workload = [make] { return make(nullptr); };
  if (!open && !jobs) {  // what critical paths do not follow
    c.ranks = ranks;
    c.make_told = make;
  }
  if (!dice.chance(30)) return;
  c.make_told = {};
  c.plan.max_cycles = 20'000;  // a background goes on beside packets of ranks that can never arrive
  const double load = dice.one_of({0.05, 0.3, 2.0});
  const unsigned part = dice.one_of({1U, 2U, 3U});  // every node, or each second or third
  const std::uint64_t seed = c.plan.seed;
  c.workload_text += fmt::format(", background at load {} from 1 node in {}", load, part);
  if (dice.chance(25)) {  // a standstill of the ranks, whatever moves beside them
    const std::uint32_t waits = dice.below(ranks);
    (*program)[waits].receive_start(3, (waits + 1) % ranks, 10, 77);
    (*program)[waits].wait(3);
    c.workload_text += fmt::format(", rank {} waits for ever", waits);
  }
  c.make_workload = [program = c.make_workload, load, part, seed, facts] {
    std::vector<std::uint8_t> sends(facts.nodes);
    for (std::uint32_t node = 0; node < facts.nodes; ++node) sends[node] = node % part == 0 ? 1 : 0;
    auto sources = trgen::synth::make_sources(trgen::synth::UniformParams{}.make(facts, seed), {load}, facts, seed);
    return workload::with_background(program(), std::move(sources), std::move(sends));
  };
}

}  // namespace differential
