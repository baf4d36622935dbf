// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/balance.hpp"

#include <doctest/doctest.h>

#include "fsin/stats/settling.hpp"

namespace balance_test {

using namespace fsin::stats;

namespace {

/// 64 nodes offer 2 packets a cycle, 40,000 in the window: chance explains a growth of 789 packets in it and of 322 in
/// its second half, with deviations of 121 and 85.
RunRecord run_of(std::uint64_t delivered, std::uint64_t delivered_late) {
  RunRecord run;
  run.nodes = 64;
  run.offered = 0.5;
  run.warmup = 5000;
  run.sources = SyntheticSources{.packet_phits = 16, .stall = false, .alone = 20, .fill = 50};
  run.totals.cycles = 25'000;
  run.totals.measured_cycles = 20'000;
  run.totals.packets_generated = 40'000;
  run.totals.packets_delivered = delivered;
  run.totals.second_half = {.packets_generated = 20'000, .packets_delivered = delivered_late};
  return run;
}

/// Packets that wait 0 or 2 w at their source, as many of each.
RunRecord waiting(std::uint64_t w, fsin::Cycle window) {
  RunRecord run = run_of(40'000, 20'000);
  run.totals.measured_cycles = window;
  run.totals.packets_generated = run.totals.packets_delivered = 2 * window;
  run.totals.second_half = {.packets_generated = window, .packets_delivered = window};
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t wait = i % 2 == 0 ? 0 : 2 * w;
    run.totals.source_wait.add(wait);
    run.totals.injection_delay.add(wait);
    run.totals.latency.add(20 + wait);
    run.totals.latency_from_generation.add(20 + wait);
  }
  return run;
}

}  // namespace

TEST_CASE("queues that do not grow carry the load") {
  CHECK(judge_load(run_of(40'000, 20'000)) == Carried::yes);
  CHECK(judge_load(run_of(39'800, 19'950)) == Carried::yes);
  CHECK(judge_load(run_of(40'100, 20'050)) == Carried::yes);
}

TEST_CASE("0.479 accepted of 0.5 offered to queues without end is too much") {
  CHECK(judge_load(run_of(38'320, 19'160)) == Carried::too_much);
}

TEST_CASE("queues that grow no more than chance explains near saturation are not called saturated") {
  CHECK(judge_load(run_of(39'100, 19'600)) == Carried::unclear);
  CHECK_FALSE(rather_carried(run_of(39'100, 19'600)));
  CHECK(rather_carried(run_of(39'400, 19'700)));
}

TEST_CASE("queues that grew in the first half of the window only are not called saturated") {
  CHECK(judge_load(run_of(38'320, 20'000)) != Carried::too_much);
}

TEST_CASE("a window that is over before packets arrive tells of filling, not of saturation") {
  RunRecord run = run_of(0, 0);
  run.sources->fill = 160'000;
  CHECK(judge_load(run) == Carried::filling);
  CHECK(settling_of(run) == Settling::filling);
  run.sources->fill = 50;
  CHECK(judge_load(run) == Carried::too_much);
}

TEST_CASE("sources that stall are asked for too much when they make less than 95%, beyond their noise") {
  RunRecord run = run_of(37'000, 18'500);
  run.sources->stall = true;
  run.totals.packets_generated = 37'000;
  run.totals.second_half.packets_generated = 18'500;
  CHECK(judge_load(run) == Carried::too_much);
  run.totals.packets_generated = run.totals.packets_delivered = 37'700;
  run.totals.second_half = {.packets_generated = 18'850, .packets_delivered = 18'850};
  CHECK(judge_load(run) == Carried::yes);
}

TEST_CASE("a trace, and a run that did not end, are not judged") {
  RunRecord run = run_of(20'000, 10'000);
  run.totals.outcome = Outcome::cycle_limit;
  CHECK(judge_load(run) == Carried::yes);
  CHECK(settling_of(run) == Settling::unfinished);
  run = run_of(20'000, 10'000);
  run.sources.reset();
  CHECK(judge_load(run) == Carried::yes);
  CHECK_FALSE(settling_of(run).has_value());
}

TEST_CASE("queues forget in a time that grows with the square of the waiting") {
  CHECK(relaxation_cycles(waiting(100, 20'000)) == doctest::Approx(4 * 100 * 100 / 16.0));
  CHECK(relaxation_cycles(waiting(300, 20'000)) == doctest::Approx(4 * 300 * 300 / 16.0));
}

TEST_CASE("a window of fewer than twenty relaxation times is not settled") {
  const RunRecord brief = waiting(100, 40'000);
  CHECK(settling_of(brief) == Settling::window_short);
  CHECK(needed_cycles(brief) == doctest::Approx(20 * 2500 + 5 * 120));
  CHECK(settling_of(waiting(100, 60'000)) == Settling::warmup_short);  // three times 2,500 and more are needed
  RunRecord run = waiting(100, 60'000);
  run.warmup = 8000;
  CHECK(settling_of(run) == Settling::yes);
  run.warmup_settled = false;
  CHECK(settling_of(run) == Settling::warmup_unknown);
}

TEST_CASE("queues that grow without end do not settle, sources that stall do") {
  RunRecord run = waiting(10, 60'000);
  run.totals.packets_delivered = 110'000;
  run.totals.second_half.packets_delivered = 55'000;
  run.totals.outcome = Outcome::saturated;
  CHECK(settling_of(run) == Settling::growing);
  run.totals.packets_generated = 110'000;
  run.totals.second_half.packets_generated = 55'000;
  run.sources->stall = true;
  CHECK(judge_load(run) == Carried::too_much);
  CHECK(settling_of(run) == Settling::yes);
}

}  // namespace balance_test
