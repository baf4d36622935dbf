// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/text.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "fsin/core/quantity_text.hpp"
#include "fsin/report/outcome_text.hpp"
#include "tests/report/sample_result.hpp"

namespace text_test {

using namespace fsin;
using namespace fsin::report;
using fsin::stats::Outcome;

TEST_CASE("one run reads as a list of figures with units") {
  CHECK(experiment_text(sample_experiment(1)) ==
        "sample       2x2 torus, dor, 1 VC; uniform at 0.5\n"
        "outcome      finished\n"
        "cycles       3 000  (measured 1 000)  = 96 us simulated\n"
        "load         offered 0.5  injected 0.5  accepted 0.4  phits/node/cycle\n"
        "worst node   accepted 0.2 (node 3)  Jain index 0.8889\n"
        "links        busy 50.0% of the time, the busiest 90.0% (1 to 0)\n"
        "latency      mean 21.5  stddev 0.5  p50 21  p99 22  max 22  cycles from entry into the injection queue\n"
        "             mean 688  stddev 16  p50 672  p99 704  max 704  ns from entry into the injection queue\n"
        "             mean 30  stddev 0  p50 30  p99 30  max 30  cycles from generation\n"
        "             mean 960  stddev 0  p50 960  p99 960  max 960  ns from generation\n"
        "hops         mean 2.5\n"
        "packets      generated 130  injected 125  delivered 100  (in the window), 7 still under way at the end\n"
        "host         500 ms real, 250 ms CPU, 4 M packet-hops per CPU second, peak memory 12 MiB\n"
        "repeat       seed 1, engine event, fingerprint 0000000000000abc, 0.1.0\n");
}

TEST_CASE("several runs read as mean and half width") {
  const std::string text = experiment_text(sample_experiment(3));
  CHECK(text.find("outcome      3 of 3 runs: finished\n") != std::string::npos);
  CHECK(text.find("latency.mean                              22.5 +- 5.7         cycles  = 720 +- 183 ns\n") !=
        std::string::npos);
  CHECK(text.find("load.accepted                              0.4 +- 0           phits/node/cycle\n") !=
        std::string::npos);
}

TEST_CASE("a time stands beside its cycles, not in a line of its own") {
  const std::string text = experiment_text(sample_experiment(3));
  CHECK(text.find("latency.mean_seconds") == std::string::npos);
  CHECK(text.find("cycle_seconds") == std::string::npos);
  CHECK(text.find("simulated_seconds") != std::string::npos);
}

TEST_CASE("what delays given in time came to is said in the head") {
  result::ExperimentResult experiment = sample_experiment(1);
  experiment.delays = {"link.delay 100 ns = 4 cycles of 32 ns (128 ns)"};
  CHECK(experiment_text(experiment).find("\ndelay        link.delay 100 ns = 4 cycles of 32 ns (128 ns)\noutcome") !=
        std::string::npos);
}

TEST_CASE("an outcome that is not normal says what to do") {
  result::RunResult run = sample_run(1);
  run.record.totals.outcome = Outcome::deadlock;
  CHECK(outcome_text(run.record).find("7 packets are stuck") != std::string::npos);
  run.record.totals.packets_in_network = 0;
  CHECK(outcome_text(run.record).find("nothing is under way to the ranks") != std::string::npos);
  run.record.totals.outcome = Outcome::cycle_limit;
  CHECK(outcome_text(run.record).find("raise measure.max_cycles") != std::string::npos);
  run.record.totals.outcome = Outcome::saturated;
  CHECK(outcome_text(run.record).find("lower workload.load") != std::string::npos);
  run.record.totals.outcome = Outcome::interrupted;
  CHECK(outcome_text(run.record).find("only the part") != std::string::npos);
  run.record.totals.failure = "a.txt:7: bad record";
  CHECK(outcome_text(run.record) == "interrupted, the figures are partial: a.txt:7: bad record");
}

TEST_CASE("a deadlock report is shown line by line and cut when it is long") {
  const std::string text = experiment_text(sample_experiment(1, [](std::size_t, result::RunResult& run) {
    auto& totals = run.record.totals;
    totals.outcome = Outcome::deadlock;
    for (int i = 0; i < 25; ++i) totals.diagnosis.push_back("router " + std::to_string(i) + " waits");
  }));
  CHECK(text.find("  router 19 waits\n  ... 5 more lines in the JSON result\n") != std::string::npos);
}

TEST_CASE("runs that were not started are told") {
  const result::ExperimentResult experiment = sample_experiment(
      2, [](std::size_t, result::RunResult&) {}, 3);
  CHECK(experiment_text(experiment).find("interrupted: 1 of 3 runs were not started") != std::string::npos);
}

TEST_CASE("a mean has the digits that its interval bears out") {
  CHECK(estimate_text(22.5, 5.7303).both() == "22.5 +- 5.7");
  CHECK(estimate_text(0.4001875, 0.00123456).both() == "0.4002 +- 0.0012");
  CHECK(estimate_text(123456.789, 12345.6).both() == "123457 +- 12346");
  CHECK(estimate_text(4500, 0).both() == "4500 +- 0");
  CHECK(estimate_text(1234567, 0).both() == "1234567 +- 0");
  CHECK(estimate_text(1.0 / 3, 1e-12).both() == "0.333333 +- 1e-12");  // no more than six digits
  CHECK(estimate_text(1.0 / 3, std::numeric_limits<double>::infinity()).both() == "0.3333");
  CHECK(estimate_text(-0.05, 0.2).both() == "-0.05 +- 0.20");
  CHECK(estimate_text(0, 0.25).both() == "0.00 +- 0.25");
}

TEST_CASE("quantities carry the prefix that suits them") {
  CHECK(seconds_text(1.5e-9) == "1.5 ns");
  CHECK(seconds_text(0.25) == "250 ms");
  CHECK(seconds_text(200) == "3 min 20 s");
  CHECK(seconds_text(7500) == "2 h 5 min");
  CHECK(seconds_text(-1) == "unknown");
  CHECK(bytes_text(512) == "512 B");
  CHECK(bytes_text(3 << 20U) == "3 MiB");
  CHECK(count_text(8.12e6) == "8.12 M");
  CHECK(count_text(0) == "0");
  CHECK(grouped_text(1) == "1");
  CHECK(grouped_text(123) == "123");
  CHECK(grouped_text(1234567) == "1 234 567");
  CHECK(number_text(123456.7) == "123457");
  CHECK(number_text(std::nan("")) == "nan");
}

}  // namespace text_test
