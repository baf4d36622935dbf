// SPDX-License-Identifier: Apache-2.0
// CPU bursts: what they hold up, how they are reported, and the conversion of nanoseconds to cycles.
#include <doctest/doctest.h>

#include "tests/trgen/replay/replay_fixture.hpp"

namespace burst_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

TEST_CASE("a burst holds the rank for its cycles, before and after messages") {
  auto trace = trace_of(2);
  trace->burst(0, 320).send(0, 1, 64).receive(1, 0, 64).burst(1, 640);
  ReplaySettings settings = consecutive(*trace);
  settings.bursts = true;
  settings.burst_clock = BurstClock(1.0, 0, 1'000'000'000, 4);  // 32 ns a cycle
  IdealNetwork network({.nodes = 2});
  auto workload = make_trace_replay(trace, settings, network_of(2));
  const auto end = network.run(*workload);
  CHECK(network.entered.at(0).cycle == 11);  // cycles 1 to 10 compute
  CHECK(end.cycles == 10 + 19 + 20);         // the receive is passed in cycle 28, 20 more compute
  const auto report = workload->report(end.cycles - 1);
  CHECK(report.compute_cycles == 15);
  CHECK(report.max_compute_cycles == 20);
  CHECK(report.wait_cycles == 27 / 2.0);  // rank 1 waits in cycles 1 to 27
  CHECK(report.ranks_finished == 2);
  settings.bursts = false;
  IdealNetwork plain({.nodes = 2});
  CHECK(plain.run(*make_trace_replay(trace, settings, network_of(2))).cycles == 19);
}

TEST_CASE("report splits a burst under way at the cycle asked for") {
  auto trace = trace_of(1);
  trace->burst(0, 3200);
  ReplaySettings settings = consecutive(*trace);
  settings.bursts = true;
  settings.burst_clock = BurstClock(1.0, 0, 1'000'000'000, 4);
  const auto workload = make_trace_replay(trace, settings, network_of(1));
  CHECK(workload->poll(NodeId(0), 1, true).next == 100);
  CHECK(workload->report(40).compute_cycles == 40);
  CHECK_FALSE(workload->finished());
  workload->poll(NodeId(0), 100, true);
  CHECK(workload->finished());
  CHECK(workload->report(100).compute_cycles == 100);
}

TEST_CASE("bursts keep the remainder of a cycle and take off the cost of the clock") {
  const BurstClock clock(1.0, 0, 1'000'000'000, 4);
  Wide carry = 0;
  std::uint64_t total = 0;
  for (int i = 0; i < 1000; ++i) total += clock.cycles(33, carry).value();
  CHECK(total == 33000 / 32);
  const BurstClock costly(1.0, 205, 1'000'000'000, 4);
  Wide rest = 0;
  CHECK(costly.cycles(205, rest) == 0);
  CHECK(costly.cycles(205 + 64, rest) == 2);
  CHECK(costly.cycles(10, rest) == 0);
  const BurstClock scaled(15.64, 0, 100'000'000, 4);  // 320 ns a cycle
  Wide none = 0;
  CHECK(scaled.cycles(1'000'000, none) == 48875);
}

TEST_CASE("the burst clock keeps exact at the ends of its range and refuses what no program computes") {
  const BurstClock fast(100000, 0, 100'000'000'000'000, 1);
  Wide carry = 0;
  CHECK_FALSE(fast.cycles(~std::uint64_t{0}, carry).has_value());
  CHECK_FALSE(fast.cycles(std::uint64_t{1} << 43U, carry).has_value());
  CHECK(carry == 0);
  CHECK(fast.cycles(1, carry) == 1'250'000'000);
  const BurstClock slow(0.000001, 0, 1, 65535);
  CHECK(slow.cycles(std::uint64_t{1} << 43U, carry) == 0);
  auto trace = trace_of(1);
  trace->burst(0, ~std::uint64_t{0} - 5);
  ReplaySettings settings = consecutive(*trace);
  settings.bursts = true;
  settings.burst_clock = fast;
  const auto workload = make_trace_replay(trace, settings, network_of(1));
  CHECK(workload->failure().find("rank 0, record 3, trace:3: a CPU burst of 18446744073709551610 ns is longer than any "
                                 "program computes") == 0);
  CHECK_FALSE(workload->finished());
}

}  // namespace burst_test
