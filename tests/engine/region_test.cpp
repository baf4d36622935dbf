// SPDX-License-Identifier: Apache-2.0
// Regions of traces that can be replayed can be replayed: on both engines, in one thread and in three, alike.
#include <doctest/doctest.h>

#include "fsin/engine/engine.hpp"
#include "tests/engine/differential/random_trace.hpp"
#include "tests/model/load.hpp"
#include "trgen/replay/replay.hpp"

namespace region_test {

using namespace fsin;
using engine::EngineKind;

namespace {

using Source = std::shared_ptr<const trgen::record::TraceSource>;

class Runner {
 public:
  Runner(differential::Dice& dice, const Source& trace)
      : network_(model::make_network(model::torus_design({4, 3}, 2))) {
    settings_.match = dice.chance(50) ? trgen::replay::Match::messages : trgen::replay::Match::packets;
    settings_.bursts = dice.chance(50);
    settings_.burst_clock = trgen::replay::BurstClock(0.5, 0, network_.facts.bit_rate, network_.facts.phit_bytes);
    for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) settings_.node_of_rank.push_back(rank);
  }

  stats::RunTotals run(const Source& trace, EngineKind kind, unsigned threads = 1) const {
    const auto workload = trgen::replay::make_packet_replay(operations_of(trace, settings_), settings_, network_.facts);
    engine::Control control;
    engine::RunPlan plan;
    plan.threads = threads;
    return engine::run(kind, network_.design, network_.topology, *workload, plan, control);
  }

 private:
  model::Network network_;
  trgen::replay::ReplaySettings settings_;
};

void check_same(const stats::RunTotals& a, const stats::RunTotals& b) {
  CHECK(a.outcome == b.outcome);
  CHECK(a.cycles == b.cycles);
  CHECK(a.fingerprint == b.fingerprint);
  CHECK(a.ranks == b.ranks);
  CHECK(a.workload.messages_sent == b.workload.messages_sent);
  CHECK(a.workload.sends_left_out == b.workload.sends_left_out);
  CHECK(a.workload.receives_left_out == b.workload.receives_left_out);
}

}  // namespace

TEST_CASE("a region of a complete trace is replayed to its end, by both engines and any number of threads alike") {
  int regions = 0;
  std::uint64_t left_out = 0;
  for (std::uint64_t number = 0; number < 150; ++number) {
    differential::Dice dice(number);
    const Source trace = differential::make_random_trace(dice, {dice.between(2, 12), dice.between(10, 150), true});
    const auto region = differential::random_region(dice, trace);
    if (!region) continue;
    CAPTURE(number);
    CAPTURE(to_text(region->region()));
    const Runner runner(dice, trace);
    const stats::RunTotals event = runner.run(region, EngineKind::event);
    CHECK(event.outcome == stats::Outcome::finished);
    CHECK(event.workload.messages_sent == event.workload.messages_delivered);
    CHECK(event.workload.ranks_finished == trace->ranks());
    check_same(event, runner.run(region, EngineKind::event, 3));
    check_same(event, runner.run(region, EngineKind::reference));
    ++regions;
    left_out += event.workload.sends_left_out + event.workload.receives_left_out;
  }
  CHECK(regions > 75);
  CHECK(left_out > 500);
}

TEST_CASE("the region of everything takes as many cycles as the whole trace") {
  for (std::uint64_t number = 0; number < 40; ++number) {
    differential::Dice dice(number);
    const Source trace = differential::make_random_trace(dice, {dice.between(2, 12), dice.between(10, 150), true});
    const Runner runner(dice, trace);
    trgen::record::SliceRule rule;
    if (number % 2 == 0) rule.region.from = trgen::record::Place{};
    if (number % 3 != 0) rule.region.to = trgen::record::Place{trgen::record::Place::Kind::record, 1000};
    const Source all = std::make_shared<trgen::record::SliceTrace>(trace, rule);
    CAPTURE(number);
    check_same(runner.run(trace, EngineKind::event), runner.run(all, EngineKind::event));
  }
}

}  // namespace region_test
