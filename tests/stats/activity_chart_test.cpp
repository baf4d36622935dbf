// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/activity_chart.hpp"

#include <doctest/doctest.h>

#include <array>

namespace activity_chart_test {

using fsin::Cycle;
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
  CHECK(ActivityChart::states[spans[2].state] == "wait_message");
}

TEST_CASE("waiting for a message and waiting for room are two states") {
  ActivityChart chart(1);
  chart.span(0, Activity::wait_message, 1, 5);
  chart.span(0, Activity::wait_room, 6, 9);
  const auto spans = chart.spans(9, 10);
  REQUIRE(spans.size() == 2);
  CHECK(ActivityChart::states[spans[0].state] == "wait_message");
  CHECK(ActivityChart::states[spans[1].state] == "wait_room");
  CHECK(spans[1].first == 6);
}

TEST_CASE("a state that never fills most of a bin has its share of the chart all the same") {
  ActivityChart chart(1);
  for (Cycle at = 1; at < 100'000; at += 16) {  // sends a cycle, waits for room five, for a message ten
    chart.span(0, Activity::send, at, at);
    chart.span(0, Activity::wait_room, at + 1, at + 5);
    chart.span(0, Activity::wait_message, at + 6, at + 15);
  }
  std::array<double, 4> cycles{};
  for (const auto& span : chart.spans(100'000, 100'000)) {
    cycles[span.state] += static_cast<double>(span.last - span.first + 1);
  }
  CHECK(cycles[0] == 0);
  CHECK(cycles[1] == doctest::Approx(62'500).epsilon(0.01));
  CHECK(cycles[2] == doctest::Approx(31'250).epsilon(0.01));
  CHECK(cycles[3] == doctest::Approx(6'250).epsilon(0.05));
}

TEST_CASE("a rank that has come to its end is idle from there on") {
  ActivityChart chart(1);
  chart.span(0, Activity::compute, 1, 5'000);
  const auto spans = chart.spans(1'000'000, 1000);
  REQUIRE(spans.size() == 1);
  CHECK(spans[0].last == doctest::Approx(5'000).epsilon(0.3));
}

TEST_CASE("what takes a moment of a long run does not break the bar of the state around it") {
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

}  // namespace activity_chart_test
