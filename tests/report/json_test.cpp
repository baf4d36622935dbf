// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/json.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/report/sample_result.hpp"

using namespace fsin::report;
using fsin::stats::Outcome;

TEST_CASE("one run is one object with every public name") {
  const auto json = experiment_json(sample_experiment(1));
  for (const char* pointer : {"/outcome",
                              "/partial",
                              "/cycles",
                              "/simulated_seconds",
                              "/load/offered",
                              "/load/injected",
                              "/load/accepted",
                              "/load/accepted_worst_node",
                              "/latency/mean",
                              "/latency/stddev",
                              "/latency/p50",
                              "/latency/p99",
                              "/latency/max",
                              "/latency_from_generation/mean",
                              "/latency_from_generation/stddev",
                              "/latency_from_generation/p50",
                              "/latency_from_generation/p99",
                              "/latency_from_generation/max",
                              "/hops/mean",
                              "/packets/generated",
                              "/packets/injected",
                              "/packets/delivered",
                              "/host/wall_s",
                              "/host/cpu_s",
                              "/host/packet_hops",
                              "/host/packet_hops_per_s",
                              "/host/peak_rss_bytes",
                              "/host/threads",
                              "/fingerprint",
                              "/config/fsin",
                              "/seed",
                              "/version"}) {
    CAPTURE(pointer);
    REQUIRE(json.contains(nlohmann::ordered_json::json_pointer(pointer)));
    CHECK_FALSE(json[nlohmann::ordered_json::json_pointer(pointer)].is_null());
  }
  for (const char* pointer :
       {"/messages/sent", "/messages/delivered", "/ranks/finished", "/ranks/compute_seconds", "/ranks/wait_seconds"}) {
    CAPTURE(pointer);
    REQUIRE(json.contains(nlohmann::ordered_json::json_pointer(pointer)));
    CHECK(json[nlohmann::ordered_json::json_pointer(pointer)].is_null());  // no ranks: synthetic load
  }
  CHECK_FALSE(json.contains("runs"));
}

TEST_CASE("the figures of a run are those of its counters") {
  const auto json = experiment_json(sample_experiment(1));
  CHECK(json["outcome"] == "finished");
  CHECK(json["partial"] == false);
  CHECK(json["cycles"] == 3000);
  CHECK(json["load"]["accepted"] == 0.4);
  CHECK(json["latency"]["mean"] == 21.5);
  CHECK(json["host"]["packet_hops_per_s"] == 4e6);
  CHECK(json["fingerprint"] == "0000000000000abc");
}

TEST_CASE("several runs are a list with a summary over them") {
  const auto json = experiment_json(sample_experiment(3));
  REQUIRE(json["runs"].size() == 3);
  CHECK(json["runs"][2]["seed"] == 3);
  CHECK(json["summary"]["latency"]["mean"]["mean"] == 22.5);
  CHECK(json["summary"]["latency"]["mean"]["stddev"] == 1.0);
  CHECK(json["summary"]["latency"]["mean"]["half_width"] == doctest::Approx(9.925 / std::sqrt(3.0)).epsilon(1e-4));
  CHECK(json["summary"]["latency"]["mean"]["n"] == 3);
  CHECK(json["outcome"] == "finished");
}

TEST_CASE("the outcome of several runs is the worst of them, and interrupted when some are missing") {
  ExperimentResult experiment = sample_experiment(3);
  experiment.runs[1].record.totals.outcome = Outcome::saturated;
  CHECK(experiment_json(experiment)["outcome"] == "saturated");
  experiment.runs[0].record.totals.outcome = Outcome::deadlock;
  CHECK(experiment_json(experiment)["outcome"] == "deadlock");
  experiment.runs.pop_back();
  const auto json = experiment_json(experiment);
  CHECK(json["outcome"] == "interrupted");
  CHECK(json["partial"] == true);
}

TEST_CASE("an interrupted run is marked as partial") {
  ExperimentResult experiment = sample_experiment(1);
  experiment.runs[0].record.totals.outcome = Outcome::interrupted;
  const auto json = experiment_json(experiment);
  CHECK(json["outcome"] == "interrupted");
  CHECK(json["partial"] == true);
}
