// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/activity_chart.hpp"

#include <doctest/doctest.h>

using fsin::stats::ActivityChart;
using fsin::workload::Activity;

TEST_CASE("a short run is charted cycle by cycle") {
  ActivityChart chart(2);
  chart.span(0, Activity::compute, 1, 10);
  chart.span(0, Activity::send, 11, 12);
  chart.span(1, Activity::wait_message, 1, 12);
  const auto spans = chart.spans(12, 1000);
  REQUIRE(spans.size() == 3);
  CHECK(spans[0].first == 1);
  CHECK(spans[0].last == 10);
  CHECK(ActivityChart::states[spans[1].state] == "send");
  CHECK(spans[2].rank == 1);
  CHECK(ActivityChart::states[spans[2].state] == "wait");
}

TEST_CASE("waiting for a message and for room is one state") {
  ActivityChart chart(1);
  chart.span(0, Activity::wait_message, 1, 5);
  chart.span(0, Activity::wait_room, 6, 9);
  CHECK(chart.spans(9, 10).size() == 1);
}

TEST_CASE("a long run shows what prevails in each bin") {
  ActivityChart chart(1);
  chart.span(0, Activity::compute, 1, 1'000'000);
  chart.span(0, Activity::send, 1'000'001, 1'000'010);
  chart.span(0, Activity::compute, 1'000'011, 2'000'000);
  const auto spans = chart.spans(2'000'000, 1000);
  REQUIRE(spans.size() == 1);
  CHECK(spans[0].last == 2'000'000);
}

TEST_CASE("more spans than asked for are made fewer by longer bins") {
  ActivityChart chart(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    for (unsigned i = 0; i < 500; ++i) {
      chart.span(rank, i % 2 == 0 ? Activity::compute : Activity::send, 1 + 2 * i, 2 + 2 * i);
    }
  }
  CHECK(chart.spans(1000, 100'000).size() == 2000);
  CHECK(chart.spans(1000, 100).size() <= 100);
}

TEST_CASE("of many ranks evenly spaced ones are kept") {
  ActivityChart chart(1000);
  for (std::uint32_t rank = 0; rank < 1000; ++rank) chart.span(rank, Activity::compute, 1, 10);
  const auto spans = chart.spans(10, 10'000);
  CHECK(spans.size() == 250);
  CHECK(spans[1].rank == 4);
}
