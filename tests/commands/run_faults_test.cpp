// SPDX-License-Identifier: Apache-2.0
// fsin run on traces with faults: what is said, and where the engines stop.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace run_faults_test {

using namespace fsin::test;
using Json = nlohmann::json;

TEST_CASE("every fault of a trace is a line of its own") {
  const Scratch scratch;
  scratch.file("bad.txt", "#insee-trace 1\n#ranks 4\n0 1 MS nobody 1 0 64\n1 1 MS 2 1 0 few\n2 1 XX\n");
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [2, 2]}}\n"
               "workload: {type: trace, file: bad.txt}\n");
  for (const char* command : {"run", "check"}) {
    const Ran ran = run_fsin_in(scratch.path(), {command, "exp.yaml"});
    CAPTURE(ran.err);
    CHECK(ran.code == 3);
    CHECK(ran.err.find("\\n") == std::string::npos);
    for (const char* place : {"bad.txt:3", "bad.txt:4", "bad.txt:5"}) {
      const std::size_t at = ran.err.find(place);
      REQUIRE(at != std::string::npos);
      CHECK((at == 0 || ran.err.find_last_of('\n', at) != std::string::npos || at < ran.err.find('\n')));
    }
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') >= 3);
  }
}

TEST_CASE("a trace that cannot be replayed on stops every engine in the same cycle") {
  const Scratch scratch;
  // Rank 2 meets its impossible burst after its second message; the others have work for thousands of cycles more.
  std::string trace = "#insee-trace 1\n#ranks 4\n";
  for (int i = 0; i < 200; ++i) trace += "0 0 MS 1 1 0 640\n1 0 MR 0 1 0 640\n";
  trace += "2 0 SS MPI_Send\n2 0 MS 3 1 0 6400\n2 1 SE MPI_Send\n2 2 SS MPI_Recv\n2 2 MR 3 1 0 64\n2 3 SE MPI_Recv\n";
  trace += "2 9000000000000000000 SS MPI_Send\n2 9000000000000000001 SE MPI_Send\n";
  trace += "3 0 SS MPI_Recv\n3 0 MR 2 1 0 6400\n3 1 SE MPI_Recv\n3 2 SS MPI_Send\n3 2 MS 2 1 0 64\n3 3 SE MPI_Send\n";
  scratch.file("burst.txt", trace);
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [2, 2]}}\n"
               "workload: {type: trace, file: burst.txt, cpu: {scale: 100000}}\n");
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "exp.yaml", "-q", "--json", "-"});
    const Ran ran = run_fsin_in(scratch.path(), words);
    REQUIRE_MESSAGE(!ran.out.empty(), ran.err);
    CHECK(ran.err.find("longer than any program computes") != std::string::npos);
    return Json::parse(ran.out);
  };
  const Json event = run({});
  CHECK(event["outcome"] == "interrupted");
  CHECK(event["cycles"].get<std::uint64_t>() > 1500);
  CHECK(event["cycles"].get<std::uint64_t>() % 1024 != 0);
  for (const Json& other : {run({"--engine", "reference"}), run({"--threads", "2", "--force-threads"})}) {
    CHECK(other["outcome"] == "interrupted");
    CHECK(other["cycles"] == event["cycles"]);
    CHECK(other["fingerprint"] == event["fingerprint"]);
  }
}

}  // namespace run_faults_test
