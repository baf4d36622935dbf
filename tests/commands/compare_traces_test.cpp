// SPDX-License-Identifier: Apache-2.0
// fsin compare-traces as a user sees it: every number is that of fsin run with the trace.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace compare_traces_test {

using namespace fsin::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* network =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 2}}\n";
constexpr const char* synthetic =
    "workload: {type: synthetic, pattern: uniform, load: 0.1}\nmeasure: {warmup: 100, cycles: 400}\n";

/// Each rank computes, sends to the next and receives from the one before, five times; the last one computes `slow` us.
std::string ring(int ranks, int slow) {
  std::string text = fmt::format("#ranks {}\n#clock wall\n", ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    std::uint64_t time = 0;
    text += fmt::format("{0} 0 SS MPI_Init\n{0} 0 SE MPI_Init\n", rank);
    for (int turn = 0; turn < 5; ++turn) {
      time += rank + 1 == ranks ? 1000U * static_cast<unsigned>(slow) : 1000U;
      text += fmt::format("{0} {1} SS MPI_Send\n{0} {1} MS {2} 0 0 4096\n{0} {1} SE MPI_Send\n", rank, time,
                          (rank + 1) % ranks);
      text += fmt::format("{0} {1} SS MPI_Recv\n{0} {1} MR {2} 0 0 4096\n{0} {1} SE MPI_Recv\n", rank, time,
                          (rank + ranks - 1) % ranks);
    }
  }
  return text;
}

Json compared(const Scratch& scratch, std::vector<std::string> words, int code = 0) {
  words.insert(words.begin(), {"compare-traces", "a.txt", "b.txt", "-q", "--json", "-"});
  const Ran ran = run_fsin_in(scratch.path(), words);
  CAPTURE(ran.err);
  REQUIRE(ran.code == code);
  return Json::parse(ran.out);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("both traces run as fsin run replays them on the network of the experiment") {
  const Scratch scratch;
  scratch.file("a.txt", ring(4, 1));
  scratch.file("b.txt", ring(4, 3));
  scratch.file("net.yaml", std::string(network) + synthetic);
  scratch.file("replay.yaml", std::string(network) + "workload: {type: trace, file: other.txt, cpu: {scale: 2}}\n");
  for (const bool replay : {false, true}) {
    const Json json = compared(scratch, {"--experiment", replay ? "replay.yaml" : "net.yaml"});
    for (const std::string side : {"a", "b"}) {
      scratch.file("run.yaml", network + fmt::format("workload: {{type: trace, file: {}.txt, cpu: {{scale: {}}}}}\n",
                                                     side, replay ? 2 : 1));
      const Ran ran = run_fsin_in(scratch.path(), {"run", "run.yaml", "-q", "--json", "-"});
      REQUIRE(ran.code == 0);
      const Json run = Json::parse(ran.out);
      CHECK(json[side]["cycles"] == run["cycles"]);
      CHECK(json[side]["fingerprint"] == run["fingerprint"]);
    }
    const double a = json["a"]["cycles"];
    const double b = json["b"]["cycles"];
    CHECK(b > a);
    CHECK(json["error"].get<double>() == doctest::Approx(b / a - 1));
    CHECK(json["ranks"]["worst_error"].get<double>() >= json["ranks"]["mean_error"].get<double>());
    CHECK(json["a"]["ranks"].size() == 4);
    CHECK(json["default_network"] == false);
  }
}

TEST_CASE("without an experiment the network is one without routers, large enough for both, and keys can be changed") {
  const Scratch scratch;
  scratch.file("a.txt", ring(4, 1));
  scratch.file("b.txt", ring(6, 1));
  const Json json = compared(scratch, {});
  CHECK(json["default_network"] == true);
  CHECK(has(json["network"], "loggps 1000 ns 300 ns"));
  CHECK_FALSE(json.contains("ranks"));
  CHECK(compared(scratch, {"network.model=ideal"})["a"]["cycles"] < json["a"]["cycles"]);
  scratch.file("b.txt", ring(4, 1));
  CHECK(compared(scratch, {})["error"] == 0.0);
  const Ran text = run_fsin_in(scratch.path(), {"compare-traces", "a.txt", "b.txt", "-q"});
  CHECK(has(text.out, "(no experiment was given)"));
  CHECK(has(text.out, "ends of ranks: 0.000% apart in the mean"));
}

TEST_CASE("the ranks that differ most are listed, and --within decides the exit code") {
  const Scratch scratch;
  scratch.file("a.txt", ring(4, 1));
  scratch.file("b.txt", ring(4, 2));
  const Ran text = run_fsin_in(scratch.path(), {"compare-traces", "a.txt", "b.txt", "-q", "--most", "2"});
  CHECK(text.code == 0);
  const std::size_t at = text.out.find("rank  A, cycles");
  REQUIRE(at != std::string::npos);
  CHECK(std::count(text.out.begin() + static_cast<std::ptrdiff_t>(at), text.out.end(), '\n') == 3);
  compared(scratch, {"--within", "100%"}, 0);
  compared(scratch, {"--within", "1%"}, 1);
}

TEST_CASE("a comparison that cannot be made is refused, and no trace is overwritten") {
  const Scratch scratch;
  scratch.file("a.txt", ring(4, 1));
  scratch.file("net.yaml",
               std::string(network) + "measure: {find: saturation}\nworkload: {type: trace, file: x.txt}\n");
  const auto refused = [&](std::vector<std::string> words, int code, const std::string& message) {
    words.insert(words.begin(), "compare-traces");
    const Ran ran = run_fsin_in(scratch.path(), words);
    CAPTURE(message);
    CAPTURE(ran.err);
    CHECK(ran.code == code);
    CHECK(has(ran.err, message));
    CHECK(ran.out.empty());
  };
  refused({"a.txt"}, 2, "needs two traces and got 1; write fsin compare-traces A B");
  refused({"a.txt", "-"}, 2, "standard input can be read once");
  refused({"a.txt", "a.txt", "--within", "5"}, 2, "--within \"5\" is not a percentage");
  refused({"a.txt", "a.txt", "--most", "x"}, 2, "--most \"x\" is not a number");
  refused({"a.txt", "none.txt"}, 3, "none.txt");
  refused({"a.txt", "a.txt", "--json", "a.txt", "-q"}, 2, "would overwrite");
  CHECK(read_file(scratch.path() / "a.txt") == ring(4, 1));
}

}  // namespace compare_traces_test
