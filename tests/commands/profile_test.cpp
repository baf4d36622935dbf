// SPDX-License-Identifier: Apache-2.0
// fsin run --profile and --critical-path: what they write, and for which runs.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace profile_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

constexpr const char* experiment =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}\n"
    "workload: {type: program, kernel: {type: npb, kernel: cg, class: S, iterations: 1}}\n";

Json profile_of(const Scratch& scratch, std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "exp.yaml", "-q", "--json", "-"});
  const Ran ran = run_fsin_in(scratch.path(), words);
  REQUIRE_MESSAGE(ran.code == 0, ran.err);
  Json profile = Json::parse(ran.out)["runs"][0]["profile"];
  if (profile.contains("critical_path")) profile["critical_path"].erase("memory");
  return profile;
}

}  // namespace

TEST_CASE("the parts of a critical path add up to the run, by rank, by call and step by step") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment);
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-", "--critical-path"});
  REQUIRE(ran.code == 0);
  const Json run = Json::parse(ran.out)["runs"][0];
  const Json& path = run["profile"]["critical_path"];
  const auto sum = [](const Json& parts) {
    std::uint64_t cycles = 0;
    for (const Json& each : parts) cycles += each.get<std::uint64_t>();
    return cycles;
  };
  const auto cycles = run["cycles"].get<std::uint64_t>();
  CHECK(path["cycles"] == cycles);
  CHECK(sum(path["parts"]) == cycles);
  CHECK(path["parts"]["wait"] == 0);
  for (const char* by : {"by_rank", "by_call"}) {
    std::uint64_t all = 0;
    for (const Json& row : path[by]) all += sum(row["parts"]);
    CHECK(all == cycles);
  }
  CHECK(path["steps_left_out"] == 0);
  std::uint64_t at = 0;
  for (const Json& step : path["steps"]) {
    CHECK(step[3].get<std::uint64_t>() == at + 1);
    at = step[4].get<std::uint64_t>();
  }
  CHECK(at == cycles);
  REQUIRE(path["links_known"] == true);
  std::uint64_t delayed = path["queue"].get<std::uint64_t>();
  for (const Json& link : path["links"]) delayed += link[4].get<std::uint64_t>();
  CHECK(delayed <= path["parts"]["delay"].get<std::uint64_t>());
}

TEST_CASE("both engines, and any number of threads, find the same profile") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment);
  const Json event = profile_of(scratch, {"--critical-path"});
  CHECK(event == profile_of(scratch, {"--critical-path", "--engine", "reference"}));
  CHECK(event == profile_of(scratch, {"--critical-path", "--threads", "3", "--force-threads"}));
}

TEST_CASE("phases have every cycle of the ranks, and the traffic every message") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment);
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-", "--out", "o", "--profile"});
  REQUIRE(ran.code == 0);
  const Json run = Json::parse(ran.out)["runs"][0];
  double wait = 0, compute = 0;
  std::uint64_t messages = 0;
  bool named = false;
  for (const Json& phase : run["profile"]["phases"]) {
    wait += phase["wait_message"].get<double>() + phase["wait_room"].get<double>();
    compute += phase["compute"].get<double>();
    messages += phase["messages"].get<std::uint64_t>();
  }
  for (const Json& call : run["profile"]["calls"]) named = named || call["function"] == "MPI_Reduce";
  CHECK(named);
  const double cycle = run["simulated_seconds"].get<double>() / run["cycles"].get<double>();
  CHECK(compute * cycle == doctest::Approx(run["ranks"]["compute_seconds"].get<double>()).epsilon(1e-6));
  CHECK(wait * cycle == doctest::Approx(run["ranks"]["wait_seconds"].get<double>()).epsilon(1e-6));
  CHECK(messages == run["messages"]["sent"].get<std::uint64_t>());
  std::uint64_t cells = 0;
  for (const Json& cell : run["profile"]["traffic"]["cells"]) cells += cell[2].get<std::uint64_t>();
  CHECK(cells == messages);
  CHECK_FALSE(run["profile"].contains("critical_path"));
  for (const char* file : {"phases.csv", "rank_traffic.csv", "path.csv"})
    CHECK(read_file(scratch.path() / "o" / file).size() > 20);
}

TEST_CASE("a run without an end has no critical path, and says so") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment);
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--critical-path", "measure.max_cycles=100"});
  CHECK(ran.code == 1);
  CHECK(ran.out.find("it has no critical path") != std::string::npos);
}

TEST_CASE("workloads without ranks and runs that are continued have no profile") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment);
  scratch.file("uniform.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
               "workload: {type: synthetic, pattern: uniform, load: 0.1}\nmeasure: {warmup: 0, cycles: 2000}\n");
  const auto message = [&](const std::vector<std::string>& words) {
    const Ran ran = run_fsin_in(scratch.path(), words);
    CHECK(ran.code == 2);
    return ran.err;
  };
  CHECK(message({"run", "uniform.yaml", "--critical-path"}).find("this workload has none") != std::string::npos);
  CHECK(message({"run", "exp.yaml", "--profile", "--checkpoint", "c"}).find("leave --checkpoint out") !=
        std::string::npos);
}

TEST_CASE("models without routers have a critical path, too") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment);
  for (const char* model : {"flow", "loggps", "ideal"}) {
    CAPTURE(model);
    const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "-", "--critical-path",
                                                 std::string("network.model=") + model});
    REQUIRE_MESSAGE(ran.code == 0, ran.err);
    CHECK(Json::parse(ran.out)["runs"][0]["profile"].contains("critical_path"));
  }
  const Ran refused = run_fsin_in(
      scratch.path(), {"run", "exp.yaml", "--critical-path", "network.model=flow", "workload.mpi.start=matched"});
  CHECK(refused.code == 2);
  CHECK(refused.err.find("mpi.start: matched") != std::string::npos);
}

}  // namespace profile_test
