// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/balance.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include "fsin/stats/confidence.hpp"
#include "fsin/stats/settling.hpp"

namespace balance_test {

using namespace fsin::stats;
using fsin::workload::QueueAccount;

namespace {

/// 64 nodes offer 2 packets a cycle, 40,000 in the window: chance explains a growth of 789 packets in it and of 322 in
/// its second half, with deviations of 138 and 116. Packets do not wait.
RunRecord run_of(std::uint64_t delivered, std::uint64_t delivered_late) {
  RunRecord run;
  run.nodes = 64;
  run.offered = 0.5;
  run.warmup = 5000;
  run.sources = LoadSources{.packet_phits = 16, .stall = false, .alone = 20, .fill = 50, .dispersion = 16};
  run.totals.cycles = 25'000;
  run.totals.measured_cycles = 20'000;
  run.totals.packets_generated = 40'000;
  run.totals.packets_delivered = delivered;
  run.totals.second_half = {.packets_generated = 20'000, .packets_delivered = delivered_late};
  for (int i = 0; i < 100; ++i) {
    run.totals.source_wait.add(0);
    run.totals.injection_delay.add(0);
    run.totals.latency.add(20);
  }
  return run;
}

/// The same with a queue a node, in which the phits of `growth` gather from the middle of the window on, and as many
/// before; all others are empty.
RunRecord with_queue(std::uint64_t growth, std::uint32_t busiest) {
  RunRecord run = run_of(40'000 - growth / 8, 20'000 - growth / 16);
  QueueAccount& queues = run.queues;
  queues.nodes = 64;
  queues.busiest.assign(64, 100);
  queues.busiest[3] = busiest;
  queues.rates.assign(64, 0.5F);
  for (std::uint64_t border = 0; border < QueueAccount::borders; ++border) {
    for (std::uint64_t q = 0; q < 64; ++q)
      queues.marks[border].push_back({.made = 2500 + 5000 * border, .waiting = q == 3 ? growth * border : 0});
  }
  return run;
}

RunRecord judged(RunRecord run) {
  run.load = judge_load(run);
  return run;
}
bool carried(const RunRecord& run) { return std::holds_alternative<LoadCarried>(judge_load(run)); }
bool too_much(const RunRecord& run) { return std::holds_alternative<LoadTooMuch>(judge_load(run)); }
bool unjudged(const RunRecord& run, Unjudged why) {
  const LoadVerdict verdict = judge_load(run);
  const auto* not_judged = std::get_if<NotJudged>(&verdict);
  return not_judged != nullptr && not_judged->why == why;
}

/// Packets that wait 0 or 2 w at their source, as many of each.
RunRecord waiting(std::uint64_t w, fsin::Cycle window) {
  RunRecord run = run_of(40'000, 20'000);
  run.totals.source_wait = {};
  run.totals.injection_delay = run.totals.latency = {};
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
  CHECK(carried(run_of(40'000, 20'000)));
  CHECK(carried(run_of(39'800, 19'950)));
  CHECK(carried(run_of(40'100, 20'050)));
}

TEST_CASE("0.479 accepted of 0.5 offered to queues without end is too much") {
  CHECK(too_much(run_of(38'320, 19'160)));
}

TEST_CASE("queues that grow no more than chance explains near saturation are not called saturated") {
  CHECK(unjudged(run_of(39'100, 19'600), Unjudged::unclear));
  CHECK_FALSE(rather_carried(judged(run_of(39'100, 19'600))));
  CHECK(rather_carried(judged(run_of(39'400, 19'700))));
}

TEST_CASE("queues that grew in the first half of the window only are not called saturated") {
  CHECK_FALSE(too_much(run_of(38'320, 20'000)));
}

TEST_CASE("one queue that grows is too much load, whatever the totals say") {
  // A queue that chance alone lets grow by 16 * 25 phits in 20,000 cycles.
  CHECK(carried(with_queue(0, 100)));
  const RunRecord starved = with_queue(1300, 20'000);
  CHECK(too_much(starved));
  CHECK(reason_of(judge_load(starved)) == "node 3");
  CHECK_FALSE(too_much(with_queue(300, 20'000)));
}

TEST_CASE("a queue that grew because more was generated than it is asked for is not called saturated") {
  RunRecord run = with_queue(1200, 2000);
  for (std::uint64_t border = 0; border < QueueAccount::borders; ++border)
    run.queues.marks[border][3].made += 1300 * border;
  CHECK_FALSE(too_much(run));
}

TEST_CASE("a queue that was busy for an eighth of the window is not called carried") {
  CHECK(carried(with_queue(0, 2500)));
  CHECK(unjudged(with_queue(0, 2501), Unjudged::busy));
}

TEST_CASE("a stalling source that makes less than the others is too much load") {
  RunRecord run = with_queue(0, 100);
  run.sources->stall = true;
  CHECK(carried(run));
  for (std::uint64_t border = 0; border < QueueAccount::borders; ++border)
    run.queues.marks[border][3].made = 2500 + 3000 * border;
  CHECK(too_much(run));
}

TEST_CASE("bursts explain what single packets would not") {
  RunRecord run = run_of(38'320, 19'160);
  run.sources->dispersion = 1600;
  run.sources->memoryless = false;
  CHECK_FALSE(too_much(run));
}

TEST_CASE("a shortfall of the load that is asked for shows overload where bursts hide the growth") {
  // A dispersion of 100 packets: chance explains 7,890 packets, and three deviations of the growth are 4,125 more.
  constexpr double bursts = 1600;
  RunRecord run = run_of(28'500, 14'250);
  run.sources->dispersion = bursts;
  run.sources->memoryless = false;
  CHECK_FALSE(std::holds_alternative<LoadTooMuch>(judge_load(run)));  // the dispersion was only measured
  CHECK(std::holds_alternative<LoadTooMuch>(judge_load(run, bursts)));
  // As much growth, because more was generated than is asked for: nothing of that is missing.
  run.totals.packets_generated = 51'500;
  run.totals.packets_delivered = 40'000;
  run.totals.second_half = {.packets_generated = 25'750, .packets_delivered = 20'000};
  CHECK_FALSE(std::holds_alternative<LoadTooMuch>(judge_load(run, bursts)));
  // As much missing, because less was generated: nothing waits.
  run.totals.packets_generated = run.totals.packets_delivered = 28'500;
  run.totals.second_half = {.packets_generated = 14'250, .packets_delivered = 14'250};
  CHECK_FALSE(std::holds_alternative<LoadTooMuch>(judge_load(run, bursts)));
}

TEST_CASE("the dispersion is that of the differences between the halves of the window") {
  const QueueAccount even = with_queue(0, 100).queues;
  constexpr double unknown = std::numeric_limits<double>::infinity();
  CHECK(dispersion_of(even, 16, unknown) == doctest::Approx(16));
  QueueAccount uneven = even;
  for (std::size_t q = 0; q < 64; ++q) uneven.marks[QueueAccount::middle][q].made += q % 2 == 0 ? 500 : 0;
  // Differences of 1,000 in half of the queues, 10,000 phits each.
  CHECK(dispersion_of(uneven, 16, unknown) > 50);
  CHECK(dispersion_of(uneven, 16, unknown) < 80);
  CHECK(dispersion_of(uneven, 16, 40) == doctest::Approx(40));
}

TEST_CASE("phases that the window does not show are not judged, and those that it shows may swing") {
  RunRecord run = run_of(40'000, 20'000);
  run.sources->time.period = 10'001;
  CHECK(unjudged(run, Unjudged::phases));
  run.sources->time.period = 10'000;
  CHECK(carried(run));
  run.sources->time.before_steady = 5001;
  CHECK(unjudged(run, Unjudged::phases));
  run = run_of(38'320, 19'160);
  run.sources->time.swing = 1000;
  CHECK_FALSE(too_much(run));
}

TEST_CASE("a window that is over before packets arrive tells of filling, not of saturation") {
  RunRecord run = run_of(0, 0);
  run.sources->fill = 160'000;
  CHECK(unjudged(run, Unjudged::filling));
  CHECK(settling_of(judged(run)) == Settling::filling);
  run.sources->fill = 50;
  CHECK(too_much(run));
}

TEST_CASE("sources that stall are asked for too much when they make less than 95%, beyond their noise") {
  RunRecord run = run_of(37'000, 18'500);
  run.sources->stall = true;
  run.totals.packets_generated = 37'000;
  run.totals.second_half.packets_generated = 18'500;
  CHECK(too_much(run));
  run.totals.packets_generated = run.totals.packets_delivered = 37'700;
  run.totals.second_half = {.packets_generated = 18'850, .packets_delivered = 18'850};
  CHECK(unjudged(run, Unjudged::unclear));
  run.totals.packets_generated = run.totals.packets_delivered = 38'200;
  run.totals.second_half = {.packets_generated = 19'100, .packets_delivered = 19'100};
  CHECK(carried(run));
}

TEST_CASE("a workload without a load, and a run that did not end, are not judged and say why") {
  RunRecord run = run_of(20'000, 10'000);
  run.totals.outcome = Outcome::cycle_limit;
  CHECK(unjudged(run, Unjudged::unfinished));
  CHECK(settling_of(judged(run)) == Settling::unfinished);
  run = run_of(20'000, 10'000);
  run.sources.reset();
  run.not_judged = "it has an end";
  CHECK(unjudged(run, Unjudged::no_load));
  CHECK(reason_of(judge_load(run)) == "it has an end");
  CHECK_FALSE(settling_of(run).has_value());
}

TEST_CASE("queues forget in a time that grows with the square of the waiting") {
  CHECK(relaxation_cycles(waiting(100, 20'000)) == doctest::Approx(4 * 100 * 100 / 16.0));
  CHECK(relaxation_cycles(waiting(300, 20'000)) == doctest::Approx(4 * 300 * 300 / 16.0));
}

TEST_CASE("a window of fewer than five relaxation times is not judged, one of fewer than fifty not settled") {
  const RunRecord brief = waiting(100, 13'000);
  CHECK(unjudged(brief, Unjudged::window_short));
  CHECK(settling_of(judged(brief)) == Settling::window_short);
  CHECK(needed_to_judge(brief) == doctest::Approx(5 * 2500 + 5 * 120));
  CHECK(needed_to_rest(brief) == doctest::Approx(20 * 2500 + 5 * 120));
  CHECK(needed_cycles(brief) == doctest::Approx(50 * 2500 + 5 * 120));
  CHECK(carried(waiting(100, 60'000)));
  CHECK(settling_of(judged(waiting(100, 60'000))) == Settling::window_short);
  CHECK(settling_of(judged(waiting(100, 130'000))) == Settling::warmup_short);  // ten times 2,500 and more are needed
  RunRecord run = waiting(100, 130'000);
  run.warmup = 26'000;
  CHECK(settling_of(judged(run)) == Settling::yes);
  run.warmup_settled = false;
  CHECK(settling_of(judged(run)) == Settling::warmup_unknown);
}

TEST_CASE("whether a window is long enough is decided by the waiting in its first half") {
  RunRecord run = waiting(100, 130'000);
  run.warmup = 0;
  for (fsin::Cycle cycle = 10; cycle < 130'000; cycle += 10)
    run.totals.series.delivered(cycle, 16, 20 + 100, 20 + (cycle < 65'000 ? 150 : 50));
  // Packets waited 150 cycles in the first half and 100 in the mean: a relaxation time of 2,500 becomes 5,625.
  CHECK(relaxation_cycles(run) == doctest::Approx(2500));
  CHECK(needed_cycles(run) == doctest::Approx(50 * 2500 * 2.25 + 5 * 120).epsilon(0.01));
  CHECK_FALSE(error_of_mean(run, Latency::from_generation).has_value());
}

TEST_CASE("the error of a mean is no less than a packet makes of it, and wider where the window is short") {
  RunRecord run = waiting(100, 130'000);
  run.warmup = 0;
  for (fsin::Cycle cycle = 10; cycle < 130'000; cycle += 10) run.totals.series.delivered(cycle, 16, 120, 120);
  const auto error = error_of_mean(run, Latency::from_generation);
  REQUIRE(error.has_value());
  CHECK(error->mean == doctest::Approx(120));
  CHECK(error->standard_error == doctest::Approx(16.0 / 100 * (1 + 10 / std::sqrt(130'000 / 2500.0))).epsilon(0.01));
  // Half widths fall like (1 + 10 sqrt(relaxation / cycles)) / sqrt(cycles).
  constexpr double level = 0.99;
  const double half = fsin::stats::student_t(level, error->batches - 1) * error->standard_error / 120;
  CHECK(cycles_for_error(run, Latency::from_generation, level, half) == doctest::Approx(130'000).epsilon(0.001));
  const double longer = *cycles_for_error(run, Latency::from_generation, level, half / 3);
  const auto shape = [](double cycles) { return (1 + 10 * std::sqrt(2500 / cycles)) / std::sqrt(cycles); };
  CHECK(shape(longer) == doctest::Approx(shape(130'000) / 3).epsilon(0.001));
}

TEST_CASE("queues that grow without end do not settle, sources that stall do") {
  RunRecord run = waiting(10, 60'000);
  run.totals.packets_delivered = 110'000;
  run.totals.second_half.packets_delivered = 55'000;
  run.totals.outcome = Outcome::saturated;
  CHECK(settling_of(judged(run)) == Settling::growing);
  run.totals.packets_generated = 110'000;
  run.totals.second_half.packets_generated = 55'000;
  run.sources->stall = true;
  CHECK(too_much(run));
  CHECK(settling_of(judged(run)) == Settling::yes);
}

}  // namespace balance_test
