// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/json.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "fsin/report/json_result.hpp"
#include "tests/report/sample_result.hpp"

namespace json_test {

using namespace fsin;
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

TEST_CASE("several runs are their means under the names of one run, with a summary") {
  const auto json = experiment_json(sample_experiment(3, [](std::size_t i, result::RunResult& run) {
    run.record.totals.cycles = 3000 + 10 * i;
    run.record.totals.packets_in_network = 7 + (i == 2 ? 1 : 0);
  }));
  CHECK(json["summary"]["latency"]["mean"]["mean"] == 22.5);
  CHECK(json["summary"]["latency"]["mean"]["stddev"] == 1.0);
  CHECK(json["summary"]["latency"]["mean"]["half_width"] == doctest::Approx(9.925 / std::sqrt(3.0)).epsilon(1e-4));
  CHECK(json["summary"]["latency"]["mean"]["n"] == 3);
  CHECK(json["summary"]["ranks"]["finished"]["n"] == 0);
  CHECK(json["summary"]["ranks"]["finished"]["mean"].is_null());
  CHECK(json["outcome"] == "finished");
  CHECK(json["outcomes"] == nlohmann::ordered_json{{"finished", 3}});
  CHECK(json["latency"]["mean"] == 22.5);
  CHECK(json["cycles"].dump() == "3010");  // a count whose mean is whole
  CHECK(json["packets"]["in_network"] == doctest::Approx(22.0 / 3));
  CHECK(json["ranks"]["finished"].is_null());
  CHECK(json["fingerprint"] == "0000000000002034");  // 3 * 0xabc
  CHECK(json["host"]["cpu_s"] == 0.75);
  CHECK(json["host"]["packet_hops"] == 3'000'000);
  CHECK(json["host"]["packet_hops_per_s"] == 4e6);
  CHECK(json["host"]["peak_rss_bytes"] == std::uint64_t{12} << 20U);
  CHECK(json["seed"] == 1);
}

namespace {

/// Every name in it, "latency.mean" and so on, with what kind of value it has: numbers are one kind, null fits all.
void shape_of(const nlohmann::ordered_json& json, const std::string& path, std::map<std::string, std::string>& shape) {
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) shape_of(value, path + "." + key, shape);
  } else {
    shape[path] = json.is_number() ? "number" : json.type_name();
  }
}

}  // namespace

TEST_CASE("the shape of the object does not depend on the number of runs") {
  std::map<std::string, std::string> one, three;
  shape_of(experiment_json(sample_experiment(1)), "", one);
  shape_of(experiment_json(sample_experiment(3)), "", three);
  for (auto& [name, kind] : one) {
    CAPTURE(name);
    REQUIRE(three.contains(name));
    if (kind != "null" && three[name] != "null") CHECK(three[name] == kind);
  }
  CHECK(one.size() == three.size());
}

TEST_CASE("the top of one run's result is the object of the run") {
  const result::ExperimentResult experiment = sample_experiment(1);
  const auto run = run_json(experiment, *experiment.runs.first());
  const auto all = experiment_json(experiment);
  for (const auto& [key, value] : run.items()) {
    CAPTURE(key);
    CHECK(all[key] == value);
  }
}

TEST_CASE("the file holds the runs one by one, however many, and is the object with them") {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / fmt::format("fsin-json-{}", ::getpid());
  for (const std::size_t runs : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{500}}) {
    CAPTURE(runs);
    const result::ExperimentResult experiment = sample_experiment(
        runs, [](std::size_t, result::RunResult&) {}, std::max<std::size_t>(runs, 1));
    JsonResult file(path.string());
    for (std::size_t i = 0; i < runs; ++i) file.add(experiment, sample_run(i + 1));
    file.finish(experiment);
    std::ifstream in(path);
    const auto json = nlohmann::ordered_json::parse(in);
    auto expected = experiment_json(experiment);
    expected["runs"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < runs; ++i) expected["runs"].push_back(run_json(experiment, sample_run(i + 1)));
    CHECK(json == expected);
  }
  std::filesystem::remove(path);
}

TEST_CASE("the outcome of several runs is the worst of them, and interrupted when some are missing") {
  const auto with = [](Outcome first, Outcome second, std::size_t runs) {
    return experiment_json(sample_experiment(
        runs,
        [&](std::size_t i, result::RunResult& run) {
          if (i < 2) run.record.totals.outcome = i == 0 ? first : second;
          run.record.totals.diagnosis = {std::to_string(i)};
        },
        3));
  };
  CHECK(with(Outcome::finished, Outcome::saturated, 3)["outcome"] == "saturated");
  const auto deadlock = with(Outcome::saturated, Outcome::deadlock, 3);
  CHECK(deadlock["outcome"] == "deadlock");
  CHECK(deadlock["diagnosis"] == nlohmann::ordered_json{"1"});  // of the run that did
  CHECK(deadlock["outcomes"] == nlohmann::ordered_json{{"finished", 1}, {"deadlock", 1}, {"saturated", 1}});
  const auto json = with(Outcome::finished, Outcome::finished, 2);
  CHECK(json["outcome"] == "interrupted");
  CHECK(json["partial"] == true);
}

TEST_CASE("an interrupted run is marked as partial") {
  const auto json = experiment_json(sample_experiment(
      1, [](std::size_t, result::RunResult& run) { run.record.totals.outcome = Outcome::interrupted; }));
  CHECK(json["outcome"] == "interrupted");
  CHECK(json["partial"] == true);
}

}  // namespace json_test
