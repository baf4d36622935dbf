// SPDX-License-Identifier: Apache-2.0
// Faults of the network through the binary: what check says, what run and sweep refuse, and how a run ends.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace network_faults_test {

using namespace fsin::test;

namespace {

constexpr const char* mesh =
    "fsin: 1\nnetwork: {topology: {type: mesh, dims: [4, 4]}, routing: dor}\n"
    "workload: {type: synthetic, load: 0.1}\nmeasure: {warmup: 200, cycles: 2000}\n";

Ran with(const Scratch& scratch, std::vector<std::string> words) {
  words.insert(words.begin() + 1, "exp.yaml");
  return run_fsin_in(scratch.path(), words);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("pairs that a routing cannot take round a fault are named by check, and refused by run") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const Ran shown = with(scratch, {"check", "faults.links=[5-6]"});
  CHECK(shown.code == 0);
  CHECK(has(shown.out, "faults        2 directed links fail from the start\n"));
  CHECK(has(shown.out,
            "faults        32 of 240 pairs of nodes can come to failed links where routing dor permits no "
            "other way: "));
  const Ran refused = with(scratch, {"run", "-q", "faults.links=[5-6]", "--json", "r.json"});
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "32 of 240 pairs of nodes can come to failed links"));
  CHECK(has(refused.err, "change routing or network.faults, or write faults.unreachable: allow"));
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "r.json"));
  CHECK(with(scratch, {"run", "-q", "faults.links=[5-6]", "routing=shortest", "virtual_channels=7"}).code == 0);
}

TEST_CASE("pairs that the network cuts off are named, and what is asked for and not there is an error") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const Ran cut = with(scratch, {"run", "-q", "faults.routers=[0]"});
  CHECK(cut.code == 2);
  CHECK(has(cut.err, "30 of 240 pairs of nodes are cut off from each other: 0 -> 1, 0 -> 2, 0 -> 3, ..."));
  const Ran wrong = with(scratch, {"run", "-q", "faults.links=[0-5]"});
  CHECK(wrong.code == 2);
  CHECK(has(wrong.err, "network.faults.links: \"0-5\": there is no link from (0,0) to (1,1)"));
}

TEST_CASE("routings by tables run in a network that is cut in pieces when that is allowed") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const std::vector<std::string> words{"run", "-q", "faults.routers=[0]", "virtual_channels=14"};
  for (const char* routing : {"shortest", "valiant", "ugal", "paths", "layered", "spanning-tree", "escape-tree"}) {
    CAPTURE(routing);
    std::vector<std::string> refused = words;
    refused.push_back(std::string("routing=") + routing);
    const Ran without = with(scratch, refused);
    CHECK(without.code == 2);
    CHECK(has(without.err, "30 of 240 pairs of nodes are cut off from each other: 0 -> 1, 0 -> 2, 0 -> 3, ..."));
    refused.push_back("faults.unreachable=allow");
    const Ran allowed = with(scratch, refused);
    CHECK(allowed.code == 1);
    CHECK(has(allowed.out, "outcome      unreachable: links or routers have failed"));
  }
}

TEST_CASE(
    "packets for a node that is cut off keep to the ways of the tree, so that one channel stays free of deadlock") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const Ran checked =
      with(scratch, {"check", "routing=spanning-tree", "faults.routers=[0]", "faults.unreachable=allow"});
  CHECK(has(checked.out, "free under any traffic"));
  const Ran ran =
      with(scratch, {"run", "-q", "routing=spanning-tree", "faults.routers=[0]", "faults.unreachable=allow"});
  CHECK(ran.code == 1);
  CHECK(has(ran.out, "outcome      unreachable"));
}

TEST_CASE("packets that can never arrive end a run as unreachable, with its figures, and name link and router") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const Ran ran = with(scratch, {"run", "-q", "faults.links=[5-6 at 300]", "--json", "r.json"});
  CHECK(ran.code == 1);
  CHECK(has(ran.out, "outcome      unreachable: links or routers have failed"));
  CHECK(has(ran.out, "can take output X"));
  CHECK(has(ran.out, "which failed in cycle 300"));
  CHECK(has(read_file(scratch.path() / "r.json"), "\"unreachable\""));
  const Ran allowed = with(scratch, {"run", "-q", "faults.links=[5-6]", "faults.unreachable=allow"});
  CHECK(allowed.code == 1);
  CHECK(has(allowed.err, "warning: "));
  CHECK(has(allowed.out, "which has failed from the start"));
}

TEST_CASE("ranks that wait for a node whose router has failed are not in a deadlock") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: mesh, dims: [4]}, routing: dor}\n"
               "workload: {type: program, kernel: {type: stencil, iterations: 200}}\n");
  for (const char* engine : {"event", "reference"}) {
    const Ran ran = with(scratch, {"run", "-q", "faults.routers=[1 at 400]", "--engine", engine});
    CHECK(ran.code == 1);
    CHECK(has(ran.out, "outcome      unreachable: "));
  }
}

TEST_CASE("a sweep over seeds of faults runs, and one with a network that falls apart is refused") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, routing: spanning-tree, faults: "
               "{random_links: 3}}\nworkload: {type: synthetic, load: 0.05}\nmeasure: {warmup: 100, cycles: 500}\n"
               "sweep: {grid: {network.faults.seed: [1, 2, 3]}}\n");
  CHECK(with(scratch, {"sweep", "-q", "--no-cache", "--out", "good"}).code == 0);
  const Ran bad = with(scratch, {"sweep", "-q", "--no-cache", "--out", "bad", "faults.routers=[3]"});
  CHECK(bad.code == 2);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "bad"));
}

TEST_CASE("the drawing has failed links dashed, and the edge list is what is left") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const Ran svg = with(scratch, {"topology", "faults.links=[5-6]", "--svg"});
  CHECK(has(svg.out, "stroke-dasharray"));
  CHECK(has(svg.out, "46 directed links; 2 that fail are dashed"));
  CHECK_FALSE(has(with(scratch, {"topology", "--svg"}).out, "stroke-dasharray"));
  CHECK(lines(with(scratch, {"topology", "--csv"}).out) ==
        lines(with(scratch, {"topology", "faults.links=[5-6]", "--csv"}).out) + 2);
}

}  // namespace network_faults_test
