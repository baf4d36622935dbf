// SPDX-License-Identifier: Apache-2.0
// Faults of the network through the binary: what check says, what run and sweep refuse, and how a run ends.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
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

TEST_CASE("check says how much longer the paths of a network with faults are, and how many pairs are left") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  CHECK_FALSE(has(with(scratch, {"check"}).out, "degraded"));
  // A ring of four, opened: 4 * 2 + 2 * 1 links of 12 pairs become (3 + 2 * 2 + 3 * 1) * 2.
  const std::vector<std::string> ring{"topology={type: torus, dims: [4]}", "routing=shortest", "virtual_channels=3"};
  const auto of = [&](std::vector<std::string> words) {
    words.insert(words.end(), ring.begin(), ring.end());
    return with(scratch, words);
  };
  CHECK(has(of({"check", "faults.links=[0-1]"}).out,
            "degraded      12 of 12 pairs of nodes connected; shortest paths of 1.6667 links on average, 3 at most; "
            "without faults 1.3333, 2\n"));
  CHECK(has(of({"check", "faults.routers=[0]"}).out,
            "degraded      6 of 12 pairs of nodes connected; shortest paths of 1.3333 links on average, 2 at most; "));
  CHECK(has(of({"topology", "faults.links=[0-1]", "--properties"}).out, "with faults       12 of 12 pairs of nodes"));
  CHECK(of({"check", "faults.links=[0-1]", "--json", "c.json"}).code == 0);
  const auto json = nlohmann::json::parse(read_file(scratch.path() / "c.json"));
  CHECK(json["degraded"]["connected"] == 12);
  CHECK(json["degraded"]["distance"]["largest"] == 3);
  CHECK(json["degraded"]["without_faults"]["largest"] == 2);
  CHECK(with(scratch, {"check", "--json", "whole.json"}).code == 0);
  CHECK(nlohmann::json::parse(read_file(scratch.path() / "whole.json"))["degraded"].is_null());
}

TEST_CASE("a HyperX and a dragonfly run with failed cables that their adaptive routings go round") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const auto of = [&](const char* command, std::vector<std::string> words) {
    words.insert(words.begin(), {command, "topology={type: hyperx, dims: [4, 3], terminals: 2}"});
    return with(scratch, words);
  };
  for (const char* algorithm : {"dal", "dimwar", "omniwar", "ugal"}) {
    CAPTURE(algorithm);
    const std::string routing = std::string("routing={type: hyperx-adaptive, algorithm: ") + algorithm + "}";
    const std::vector<std::string> words{routing, "virtual_channels=4", "faults.random_links=1"};
    const Ran shown = of("check", words);
    CHECK_FALSE(has(shown.out, "permits no other way"));
    CHECK(has(shown.out, "deadlock      free under any traffic"));
    CHECK(of("run", words).code == 0);
  }
  // What no order of dimensions can go round is named as before.
  CHECK(has(
      of("check", {"routing={type: hyperx-adaptive, algorithm: minimal}", "virtual_channels=2", "faults.links=[s0-s1]"})
          .out,
      "faults        8 of 552 pairs of nodes can come to failed links where routing hyperx-adaptive permits no "
      "other way: 2 -> 0 "));
  for (const char* routing : {"dragonfly-valiant", "dragonfly-ugal", "dragonfly-ugal-g", "dragonfly-par"}) {
    CAPTURE(routing);
    const std::vector<std::string> words{"topology={type: dragonfly, p: 2, a: 4, h: 1}",
                                         std::string("routing=") + routing, "virtual_channels=4",
                                         "faults.random_links=2"};
    std::vector<std::string> all = words;
    all.insert(all.begin(), "check");
    const Ran shown = with(scratch, all);
    CHECK_FALSE(has(shown.out, "permits no other way"));
    CHECK(has(shown.out, "deadlock      free under any traffic"));
    all[0] = "run";
    CHECK(with(scratch, all).code == 0);
  }
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
  for (const char* routing :
       {"shortest", "valiant", "ugal", "ugal-g", "par", "paths", "layered", "spanning-tree", "escape-tree"}) {
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

TEST_CASE("links that come back are told by check, and packets that waited for them arrive") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const Ran shown = with(scratch, {"check", "faults.links=[5-6 at 300 until 400]"});
  CHECK(has(shown.out,
            "faults        2 directed links fail in cycle 300\n"
            "faults        2 directed links come back in cycle 400\n"));
  CHECK(has(shown.out, "deadlock      free under any traffic"));
  for (const char* engine : {"event", "reference"}) {
    CHECK(with(scratch, {"run", "-q", "faults.links=[5-6 at 300 until 400]", "--engine", engine}).code == 0);
    CHECK(with(scratch, {"run", "-q", "faults.random_links=3", "faults.until=900", "--engine", engine}).code == 0);
  }
  const Ran wrong = with(scratch, {"run", "-q", "faults.links=[5-6 at 300 until 200]"});
  CHECK(wrong.code == 2);
  CHECK(has(wrong.err, "is over in cycle 200, and begins in cycle 300"));
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

TEST_CASE("check says for each change of tables which pairs have no way by them") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const std::vector<std::string> row{"topology={type: mesh, dims: [4]}", "routing=shortest", "virtual_channels=8",
                                     "faults.links=[0-1 at 100 until 200]", "faults.reroute_after=10"};
  const auto of = [&](std::vector<std::string> words) {
    words.insert(words.end(), row.begin(), row.end());
    return with(scratch, words);
  };
  const Ran shown = of({"check"});
  CHECK(shown.code == 0);
  CHECK(has(shown.out, "faults        2 directed links fail in cycle 100\n"));
  CHECK(has(shown.out,
            "faults        from cycle 110 on, routing tables are those of the network of cycle 100: 6 of 12 pairs "
            "of nodes are cut off from each other: 0 -> 1, 0 -> 2, 0 -> 3, ...; 6 of 12 pairs of nodes can "
            "come to failed links where routing shortest permits no other way: "));
  CHECK(has(shown.out,
            "faults        from cycle 210 on, routing tables are those of the network of cycle 200: every pair "
            "of nodes has a way\n"));
  CHECK(has(shown.out, "deadlock      free under any traffic"));
  CHECK(of({"run", "-q"}).code == 0);
}

TEST_CASE("run refuses tables that follow faults where packets of two of them can wait for each other") {
  const Scratch scratch;
  scratch.file("exp.yaml", mesh);
  const auto of = [&](const char* routing, const char* channels) {
    return with(scratch, {"run", "-q", "topology={type: mesh, dims: [2, 2]}", routing, channels,
                          "faults.links=[0-1 at 300 until 400, 2-3 at 400 until 500]", "faults.reroute_after=0"});
  };
  const Ran refused = of("routing={type: shortest, choice: first}", "virtual_channels=1");
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "this network can deadlock: from cycle 400 on, under the tables of the network of cycle 400"));
  CHECK(of("routing={type: shortest, choice: first}", "virtual_channels=10").code == 0);
  const Ran other = of("routing=dor", "virtual_channels=1");
  CHECK(other.code == 2);
  CHECK(has(other.err,
            "the ways of routing dor stay those of the start; remove reroute_after, or take a routing whose "
            "tables follow the network: shortest"));
}

}  // namespace network_faults_test
