// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM: partial results are written and marked, exit code 130.
#include <doctest/doctest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace interrupt_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

constexpr const char* endless =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 100, cycles: 100000000000}\n";

/// CPU seconds after which a simulation is surely under way, with sanitizers too.
constexpr double under_way = 0.4;

}  // namespace

TEST_CASE("an interrupted run writes what it has, marked as partial") {
  for (const int number : {SIGINT, SIGTERM}) {
    for (const char* engine : {"event", "reference"}) {
      CAPTURE(engine);
      const Scratch scratch;
      scratch.file("exp.yaml", endless);
      Process process({"run", "exp.yaml", "-q", "--json", "r.json", "--out", "o", "--engine", engine}, scratch.path());
      process.let_compute(under_way);
      process.signal(number);
      const Ran ran = process.wait();
      CHECK(ran.code == 130);
      CHECK(ran.out.find("outcome      interrupted: the figures cover only the part") != std::string::npos);
      const Json json = Json::parse(read_file(scratch.path() / "r.json"));
      CHECK(json["outcome"] == "interrupted");
      CHECK(json["partial"] == true);
      CHECK(json["cycles"].get<std::uint64_t>() > 100);
      CHECK(json["packets"]["delivered"].get<std::uint64_t>() > 0);
      const std::string runs = read_file(scratch.path() / "o" / "runs.csv");
      CHECK(runs.find("\n1,interrupted,not judged,1,") != std::string::npos);
    }
  }
}

TEST_CASE("interrupted replications keep the runs that were done and say how many are missing") {
  const Scratch scratch;
  scratch.file("exp.yaml", endless);
  Process process({"run", "exp.yaml", "-q", "--seeds", "5", "-j", "2", "--json", "r.json"}, scratch.path());
  process.let_compute(under_way);
  process.signal(SIGINT);
  const Ran ran = process.wait();
  CHECK(ran.code == 130);
  const Json json = Json::parse(read_file(scratch.path() / "r.json"));
  CHECK(json["outcome"] == "interrupted");
  CHECK(json["partial"] == true);
  CHECK(json["runs"].size() == 2);
  CHECK(ran.out.find("interrupted: 3 of 5 runs were not started") != std::string::npos);
}

}  // namespace interrupt_test
