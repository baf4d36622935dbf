// SPDX-License-Identifier: Apache-2.0
// Distributions of times in place of times: what is kept of them, by statement, and what is not.
#include "trgen/structure/histogram.hpp"

#include <algorithm>

#include "tests/trgen/run_trgen.hpp"
#include "tests/trgen/structure/loops_tools.hpp"

namespace histogram_test {

using namespace trgen;
using formats::loops::Summary;
using formats::loops::Times;
using structure::Histogram;
using structure::Spread;

namespace {

struct Written {
  Summary summary;
  std::string bytes;
};

Written written(const record::TraceSource& trace, Times times) {
  const test::Folder folder;
  io::Output out(folder / "t.loops");
  Written made;
  made.summary = formats::loops::write_loops(trace, out, times);
  out.commit();
  made.bytes = test::read_file(folder / "t.loops");
  return made;
}

/// Times between records, by rank.
std::vector<std::vector<std::int64_t>> gaps_of(const test::Records& records) {
  std::vector<std::vector<std::int64_t>> made(records.size());
  for (std::size_t rank = 0; rank < records.size(); ++rank) {
    std::uint64_t last = 0;
    for (const record::Record& each : records[rank]) {
      made[rank].push_back(static_cast<std::int64_t>(each.time_ns - last));
      last = each.time_ns;
    }
  }
  return made;
}

std::int64_t sum_of(const std::vector<std::vector<std::int64_t>>& gaps) {
  std::int64_t sum = 0;
  for (const auto& rank : gaps) {
    for (const std::int64_t each : rank) sum += each;
  }
  return sum;
}

test::Source noisy(std::string_view work, int iterations) {
  return test::trace_of_script(
      fmt::format("program: 1\ntitle: noise\ndo:\n  - repeat: {}\n    as: i\n    do:\n"
                  "      - compute: \"{}\"\n      - send: {{to: (rank + 1) % ranks, bytes: 8}}\n"
                  "      - recv: {{from: (rank + ranks - 1) % ranks, bytes: 8}}\n",
                  iterations, work),
      16);
}

constexpr std::string_view noise = "(rank * 7919 + i * i * 10473 + i * rank * 31) % 97 * 500";

}  // namespace

TEST_CASE("a histogram has few classes, ascending, with the sum of its times to the nanosecond") {
  Histogram histogram;
  std::int64_t sum = 0;
  std::uint64_t count = 0;
  for (std::int64_t i = 0; i < 5000; ++i) {
    const std::int64_t time = 1000 + i * i % 7919 + (i % 1000 == 0 ? 5'000'000 : 0);
    histogram.add(time);
    sum += time;
    ++count;
  }
  const Spread spread = histogram.spread(16);
  CHECK(spread.classes.size() <= 17);
  CHECK(draws_of(spread) == count);
  CHECK(sum_of(spread) == static_cast<double>(sum));
  for (std::size_t i = 1; i < spread.classes.size(); ++i) CHECK(spread.classes[i].value > spread.classes[i - 1].value);
  CHECK(spread.classes.back().times == 5);  // what is far away is a class of its own
  CHECK(spread.classes.back().value > 5'000'000);
}

TEST_CASE("negative times, one time and equal times are histograms too") {
  Histogram backwards;
  for (const std::int64_t time : {-500, -7, 0, 3, 3}) backwards.add(time);
  const Spread spread = backwards.spread(16);
  CHECK(spread.classes == std::vector<Spread::Class>{{1, -500}, {1, -7}, {1, 0}, {2, 3}});
  Histogram one;
  one.add(9);
  CHECK(one.spread(16).classes == std::vector<Spread::Class>{{1, 9}});
}

TEST_CASE("ranks with different means are cut where that costs least") {
  CHECK(structure::classes_of({1, 2, 3, 50, 51, 900}, 3) == std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2});
  CHECK(structure::classes_of({4, 4}, 4) == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("messages stay, times are drawn with their sum, and the file hardly grows with iterations") {
  const auto trace = noisy(noise, 200);
  const Written made = written(*trace, Times::histograms());
  CHECK(made.summary.drawn.times == 3200);
  CHECK(made.summary.drawn.events == 1);
  CHECK(made.summary.gaps == 0);
  const auto again = test::open_loops(made.bytes);
  const auto records = test::by_names(*again);
  const auto before = test::by_names(*trace);
  REQUIRE(records.size() == before.size());
  bool same_times = true;
  for (std::size_t rank = 0; rank < records.size(); ++rank) {
    REQUIRE(records[rank].size() == before[rank].size());
    for (std::size_t i = 0; i < records[rank].size(); ++i) {
      record::Record expected = before[rank][i];
      same_times = same_times && expected.time_ns == records[rank][i].time_ns;
      expected.time_ns = records[rank][i].time_ns;
      REQUIRE(records[rank][i] == expected);
    }
  }
  CHECK_FALSE(same_times);
  CHECK(sum_of(gaps_of(records)) == sum_of(gaps_of(before)));
  CHECK(records == test::by_names(*test::read_through_loops(made.bytes)));
  const Written longer = written(*noisy(noise, 2000), Times::histograms());
  CHECK(longer.bytes.size() < 2 * made.bytes.size());
  CHECK(written(*trace, Times::exact()).bytes.size() > 5 * made.bytes.size());
}

TEST_CASE("a rank that is slower, and a first execution that is, stay so") {
  const auto trace =
      noisy(std::string("(rank == 5 ? 200000 : 100000) + (i == 0 ? 300000 : 0) + ") + std::string(noise), 200);
  const Written made = written(*trace, Times::histograms());
  CHECK(made.summary.drawn.by_rank == 1);
  CHECK(made.summary.drawn.by_pass == 1);
  const auto before = gaps_of(test::by_names(*trace));
  const auto after = gaps_of(test::by_names(*test::open_loops(made.bytes)));
  CHECK(sum_of(after) == sum_of(before));
  for (const std::size_t rank : {5U, 6U}) {
    CHECK(static_cast<double>(sum_of({after[rank]})) ==
          doctest::Approx(static_cast<double>(sum_of({before[rank]}))).epsilon(0.05));
    CHECK(*std::max_element(after[rank].begin(), after[rank].begin() + 4) > 300'000);
  }
  CHECK(made.summary.most_off < 0.05);
}

TEST_CASE("times that depend on the iteration of an inner loop have a histogram for each of its iterations") {
  const auto trace = test::trace_of_script(
      fmt::format(
          "program: 1\ntitle: levels\ndo:\n  - repeat: 100\n    as: k\n    do:\n      - repeat: 5\n        as: i\n"
          "        do:\n          - compute: \"(1 << (i * 3)) * 1000 + (k * k * 7 + {}) / 50\"\n"
          "          - send: {{to: (rank + 1) % ranks, bytes: 8}}\n"
          "          - recv: {{from: (rank + ranks - 1) % ranks, bytes: 8}}\n      - barrier\n",
          noise),
      16);
  const Written made = written(*trace, Times::histograms());
  CHECK(made.summary.drawn.by_pass > 0);
  const auto before = gaps_of(test::by_names(*trace));
  const auto after = gaps_of(test::by_names(*test::open_loops(made.bytes)));
  CHECK(sum_of(after) == sum_of(before));
  for (std::size_t i = 0; i < before[3].size(); ++i) {
    if (before[3][i] > 3'000'000) CHECK(after[3][i] > 3'000'000);
    if (before[3][i] < 20'000) CHECK(after[3][i] < 100'000);
  }
}

TEST_CASE("the few times of a short trace stay exact") {
  const auto trace = noisy(noise, 3);
  const Written made = written(*trace, Times::histograms());
  CHECK(made.summary.drawn.times == 0);
  CHECK(test::by_names(*test::open_loops(made.bytes)) == test::by_names(*trace));
}

TEST_CASE("compress says what histograms keep, and what of the end of a rank they lose") {
  const test::Folder folder;
  test::write_file(folder / "noise.yaml",
                   fmt::format("program: 1\ntitle: noise\ndo:\n  - repeat: 200\n    as: i\n    do:\n"
                               "      - compute: \"{}\"\n      - barrier\n",
                               noise));
  REQUIRE(test::trgen_in(folder, "generate script --file noise.yaml --ranks 16 -o a.trgen").code == 0);
  const auto made = test::trgen_in(folder, "compress --times histograms a.trgen a.loops");
  CHECK(made.code == 0);
  CHECK_MESSAGE(test::has(made.err, "3,200 times are drawn from"), made.err);
  CHECK(test::has(made.err, "their sums over all ranks are kept, the end of a rank is off by"));
  CHECK(test::trgen_in(folder, "compare --ignore-times a.trgen a.loops").code == 0);
  CHECK(test::trgen_in(folder, "check a.loops").code == 0);
}

}  // namespace histogram_test
