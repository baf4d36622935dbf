// SPDX-License-Identifier: Apache-2.0
// Times that differ from rank to rank and from iteration to iteration: ranks wait for the slowest one, so that what is
// extrapolated must spread as what was measured does.
#include <algorithm>

#include "tests/trgen/extrapolation/tools.hpp"
#include "trgen/extrapolation/time_spread.hpp"

namespace extrapolation_imbalance_test {

using namespace trgen;
using test::extrapolated;
using test::findings_of;
using test::Script;

namespace {

/// The times outside of calls, by rank.
std::vector<std::vector<double>> bursts_of(const record::TraceSource& trace) {
  std::vector<std::vector<double>> made(trace.ranks());
  const auto cursor = trace.open();
  record::Record each;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    std::uint64_t last = 0;
    int depth = 0;
    while (cursor->next(rank, each)) {
      if (each.kind == record::Kind::state_start && depth++ == 0)
        made[rank].push_back(static_cast<double>(each.time_ns - last));
      if (each.kind == record::Kind::state_end) --depth;
      last = each.time_ns;
    }
  }
  return made;
}

/// The time of a program in which all ranks wait for each other after each burst.
double in_step(const std::vector<std::vector<double>>& bursts) {
  double sum = 0;
  for (std::size_t i = 0; i < bursts.front().size(); ++i) {
    double most = 0;
    for (const auto& rank : bursts) most = std::max(most, rank[i]);
    sum += most;
  }
  return sum;
}

double mean_of(const std::vector<std::vector<double>>& bursts) {
  double sum = 0;
  for (const auto& rank : bursts) {
    for (const double each : rank) sum += each;
  }
  return sum / static_cast<double>(bursts.size());
}

Script program(const std::string& work) {
  return {"program: 1\ntitle: noise\ndo:\n  - repeat: 60\n    as: i\n    do:\n      - compute: \"" + work +
          "\"\n      - barrier\n      - allreduce: {bytes: 8}\n"};
}

}  // namespace

TEST_CASE("a program in step takes as long as its slowest ranks, whose times have no law") {
  const Script noisy = program("100000 + (rank * 7919 + i * i * 10473 + i * rank * 31) % 97 * 500");
  const auto made = extrapolated(noisy, {8, 16}, 32);
  REQUIRE_MESSAGE(made.trace != nullptr, findings_of(made));
  const auto truth = bursts_of(*noisy(32));
  const auto found = bursts_of(*made.trace);
  CHECK(mean_of(found) == doctest::Approx(mean_of(truth)).epsilon(0.01));
  CHECK(in_step(found) == doctest::Approx(in_step(truth)).epsilon(0.03));
  CHECK(in_step(found) > 1.1 * mean_of(found));
  CHECK(made.times.spread_ns > 0.05 * made.times.modelled_ns);
}

TEST_CASE("a root that works for all is a class of its own, and so is what a rank does first") {
  const Script rooted = program(
      "(rank == 0 ? 300000 : 100000) + (i == 0 ? 400000 : 0) + (rank * 7919 + i * i * 10473 + i * rank * 31) % 7 "
      "* 500");
  const auto made = extrapolated(rooted, {8, 16}, 32);
  REQUIRE_MESSAGE(made.trace != nullptr, findings_of(made));
  CHECK(made.times.by_rank > 0);
  CHECK(made.times.by_pass > 0);
  const auto truth = bursts_of(*rooted(32));
  const auto found = bursts_of(*made.trace);
  CHECK(mean_of({found[0]}) == doctest::Approx(mean_of({truth[0]})).epsilon(0.01));
  CHECK(mean_of({found[9]}) == doctest::Approx(mean_of({truth[9]})).epsilon(0.02));
  CHECK(found[9][0] == doctest::Approx(truth[9][0]).epsilon(0.02));
  CHECK(in_step(found) == doctest::Approx(in_step(truth)).epsilon(0.01));
}

TEST_CASE("extrapolating twice gives the same times") {
  const Script noisy = program("100000 + (rank * 7919 + i * i * 10473 + i * rank * 31) % 97 * 500");
  const auto first = extrapolated(noisy, {8, 16}, 32);
  const auto second = extrapolated(noisy, {8, 16}, 32);
  REQUIRE(first.trace != nullptr);
  CHECK(test::first_difference(*first.trace, *second.trace) == "");
}

TEST_CASE("the classes of a spread keep its mean, its longest times and its law") {
  using extrapolation::TimeSamples;
  std::map<extrapolation::Scale, std::vector<TimeSamples::Sample>> samples;
  for (const std::uint32_t ranks : {4U, 8U, 16U}) {
    for (std::int64_t i = 0; i < 128; ++i) samples[{ranks, 0}].push_back({(1000 + 10 * i) * 16 / ranks, 1});
  }
  std::vector<extrapolation::TimePoint> means;
  for (const auto& [scale, own] : samples)
    means.push_back({static_cast<double>(scale.ranks), 1635. * 16 / scale.ranks});
  const auto spread = time_spread(extrapolation::time_model(means), samples);
  const auto times = spread.at(extrapolation::Scale{32, 0});
  CHECK(times.front() == doctest::Approx((1000 + 155) / 2.).epsilon(0.02));
  CHECK(times.back() == doctest::Approx(2270 / 2.).epsilon(0.02));
}

}  // namespace extrapolation_imbalance_test
