// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/time_series.hpp"

#include <doctest/doctest.h>

#include "fsin/stats/traffic.hpp"

namespace time_series_test {

using namespace fsin;
using stats::TimeSeries;

TEST_CASE("a short run has a bin for every cycle") {
  TimeSeries series;
  series.entered(1, 16);
  series.delivered(20, 16, 19, 19);
  CHECK(series.length() == 1);
  const auto bins = series.up_to(20);
  REQUIRE(bins.size() == 21);
  CHECK(bins[1].phits_entered == 16);
  CHECK(bins[20].packets_delivered == 1);
  CHECK(bins[20].latency_sum == 19);
}

TEST_CASE("bins double as a run grows and lose nothing") {
  TimeSeries series;
  std::uint64_t latencies = 0;
  for (Cycle cycle = 1; cycle <= 100'000; cycle += 7) {
    series.entered(cycle, 4);
    series.delivered(cycle, 4, cycle % 50, cycle % 50);
    latencies += cycle % 50;
  }
  CHECK(series.length() == 256);
  TimeSeries::Bin sum;
  for (const auto& bin : series.up_to(100'000)) sum.add(bin);
  CHECK(sum.packets_entered == 14286);
  CHECK(sum.phits_delivered == 4 * 14286);
  CHECK(sum.latency_sum == latencies);
}

TEST_CASE("bins do not depend on the order in which packets are told") {
  TimeSeries forward, backward;
  for (Cycle cycle = 1; cycle <= 3000; ++cycle) forward.entered(cycle, 1);
  for (Cycle cycle = 3000; cycle >= 1; --cycle) backward.entered(cycle, 1);
  CHECK(forward == backward);
}

TEST_CASE("a traffic matrix has a block for every node up to 64 nodes, and at most 64 beyond") {
  const auto shape = [](std::size_t nodes) {
    const stats::Traffic traffic(nodes);
    return std::pair{traffic.blocks(), traffic.block_nodes()};
  };
  CHECK(shape(64) == std::pair<std::size_t, std::size_t>{64, 1});
  CHECK(shape(65) == std::pair<std::size_t, std::size_t>{33, 2});
  CHECK(shape(128) == std::pair<std::size_t, std::size_t>{64, 2});
  CHECK(shape(64000) == std::pair<std::size_t, std::size_t>{63, 1024});
  stats::Traffic traffic(65);
  traffic.count(64, 3);
  CHECK(traffic.packets(32, 1) == 1);
}

}  // namespace time_series_test
