// SPDX-License-Identifier: Apache-2.0
// Do 99% intervals hold the true mean 99 times in 100? Asked of a queue whose mean is known exactly: Geo/D/1, one
// source and its private link, in a ring where every node sends to its neighbour (checks_queueing.cpp).
#include <doctest/doctest.h>

#include <cmath>

#include "fsin/stats/batch_means.hpp"
#include "fsin/stats/confidence.hpp"
#include "tests/model/load.hpp"
#include "trgen/synth/shift.hpp"

namespace coverage_test {

using namespace model;
using namespace fsin;

namespace {

constexpr double confidence = 0.99;
constexpr double offered = 0.5;

Network ring() {
  Design design = torus_design({8}, 1);
  design.router.injection_queue.value = 120;
  return make_network(design);
}

double true_mean(const Network& network) {
  const double phits = network.design.packet_phits;
  return 1 + phits - 1 + offered * (phits - 1) / (2 * (1 - offered));
}

stats::RunTotals run_seed(const Network& network, std::uint64_t seed, Cycle cycles) {
  return run_load(EngineKind::event, network, {trgen::synth::ShiftParams{1}, offered, 1000, cycles, seed});
}

}  // namespace

TEST_CASE("of 500 intervals over ten replications 97% to 100% contain the true mean") {
  const Network network = ring();
  const double expected = true_mean(network);
  constexpr unsigned intervals = 500, replications = 10;
  unsigned holding = 0;
  for (unsigned i = 0; i < intervals; ++i) {
    std::vector<double> means;
    for (unsigned r = 0; r < replications; ++r) {
      means.push_back(run_seed(network, 1 + i * replications + r, 4000).latency.mean());
    }
    const stats::Estimate estimate = stats::estimate(means, confidence);
    holding += std::abs(estimate.mean - expected) <= estimate.half_width ? 1U : 0U;
  }
  MESSAGE("holding: " << holding << " of " << intervals);
  CHECK(holding >= 485);
}

TEST_CASE("of 500 intervals from batches inside one run 97% to 100% contain the true mean") {
  const Network network = ring();
  const double expected = true_mean(network);
  constexpr unsigned intervals = 500;
  unsigned holding = 0;
  for (unsigned i = 0; i < intervals; ++i) {
    const stats::RunTotals totals = run_seed(network, 1'000'000 + i, 60'000);
    const auto batches = stats::batch_latency(totals.series, 1001, 61'000);
    REQUIRE(batches.has_value());
    const double half_width = stats::student_t(confidence, batches->batches - 1) * batches->standard_error;
    holding += std::abs(batches->mean - expected) <= half_width ? 1U : 0U;
  }
  MESSAGE("holding: " << holding << " of " << intervals);
  CHECK(holding >= 485);
}

}  // namespace coverage_test
