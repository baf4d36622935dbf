// SPDX-License-Identifier: Apache-2.0
// `--rng original` repeats the original simulator draw by draw, or says why it cannot.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace original_domain_test {

using namespace fsin::test;

namespace {

constexpr const char* base =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 0, cycles: 200}\n";

Ran run_original(const Scratch& scratch, const std::vector<std::string>& words) {
  std::vector<std::string> all{"run", "exp.yaml", "-q", "--engine", "reference", "--rng", "original"};
  all.insert(all.end(), words.begin(), words.end());
  return run_fsin_in(scratch.path(), all);
}

struct Outside {
  std::vector<std::string> words;
  const char* said;  ///< part of the message
};

}  // namespace

TEST_CASE("what the original does not have, or draws for in another way, is refused by name") {
  const Scratch scratch;
  scratch.file("exp.yaml", base);
  const std::string trace =
      "workload={type: trace, file: '" + std::string(FSIN_SOURCE_DIR) + "/traces/npb/is.S.4.txt.zst'";
  const std::vector<Outside> cases{
      {{"arbiter=random"}, "arbiter random"},
      {{"arbiter=most-hops"}, "arbiter most-hops"},
      {{"injectors=2"}, "several injectors"},
      {{"flow_control=dateline", "virtual_channels=4"}, "one dateline pair"},
      {{"flow_control=dateline", "virtual_channels=3", "routing=adaptive"}, "dateline pair"},
      {{"flow_control=store-and-forward"}, "flow control store-and-forward"},
      {{"bubble_test=target"}, "local queue"},
      {{"network.link.delay=1"}, "has no delays"},
      {{"network.router.delay=1"}, "has no delays"},
      {{"credit_delay=1"}, "has no delays"},
      {{"routing={type: dor, order: [1, 0]}"}, "ascending order"},
      {{"topology={type: torus, dims: [2, 2, 2, 2]}"}, "three dimensions"},
      {{"topology={type: torus, dims: [8], bidirectional: false}"}, "one-way rings"},
      {{"topology={type: fat-tree, k: 2, n: 3}", "routing={type: up-down, ascent: random}"}, "ascent random"},
      {{"topology={type: fat-tree, k: 2, n: 3}", "routing={type: up-down, ascent: s-mod-k}"}, "ascent s-mod-k"},
      {{"variable_last_packet=true"}, "fills every packet"},
      {{"payload=60 B"}, "no packet headers"},
      {{"pattern={type: hotspot, fraction: 0.1}"}, "one hot node"},
      {{"pattern={type: hotspot, nodes: [1]}"}, "one hot node"},
      {{"pattern=hotregion", "dims=[6, 6]"}, "an eighth of 36 nodes"},
      {{"pattern=tornado"}, "works on node numbers"},
      {{"pattern=neighbour"}, "no pattern neighbour"},
      {{"pattern=random-permutation"}, "no pattern random-permutation"},
      {{"source=infinite"}, "no infinite source queues"},
      {{trace + ", order: asap}"}, "causal order"},
      {{trace + ", match: messages}"}, "matches packets"},
      {{trace + ", cpu: {scale: 1}}"}, "without CPU bursts"},
      {{trace + ", placement: random}"}, "random placement"},
      {{trace + ", placement: {type: consecutive, per_node: 2}}"}, "not compared with workload.placement.per_node"},
      {{trace + ", placement: shuffle}"}, "consecutive nodes and those of a file only"},
      {{trace + ", mpi: {send_overhead: 1 us}}"}, "not compared with workload.mpi.send_overhead"},
      {{trace + ", mpi: {eager: 4 KiB}}"}, "not compared with workload.mpi.eager"},
      {{trace + ", any_source: wildcard}"}, "not compared with workload.any_source"},
      {{"workload={type: program, kernel: {type: ring, ranks: 64}}"}, "no workload of type program"},
      {{"workload={type: flows, file: none}"}, "no workload of type flows"},
  };
  for (const Outside& one : cases) {
    std::vector<std::string> words = one.words;
    if (words[0].rfind("workload=", 0) == 0) words.insert(words.end(), {"measure={}"});
    const Ran ran = run_original(scratch, words);
    CAPTURE(one.words[0]);
    CAPTURE(ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.err.find("original") != std::string::npos);
    CHECK(ran.err.find(one.said) != std::string::npos);
  }
}

TEST_CASE("what was compared with the original is accepted") {
  const Scratch scratch;
  scratch.file("exp.yaml", base);
  const std::vector<std::vector<std::string>> cases{
      {},
      {"preset=adaptive-3vc"},
      {"flow_control=dateline", "virtual_channels=2"},
      {"topology={type: mesh, dims: [4, 4]}", "virtual_channels=3", "routing=adaptive"},
      {"topology={type: fat-tree, k: 4, n: 2}", "routing=up-down"},
      {"topology={type: fat-tree, k: 4, n: 2}", "routing={type: up-down, ascent: arithmetic}"},
      {"pattern=hotspot"},
      {"pattern=hotregion"},
      {"pattern={type: tornado, linear: true}"},
      {"pattern=distribute", "arbiter=longest", "consumption=single"}};
  for (const auto& words : cases) {
    const Ran ran = run_original(scratch, words);
    CAPTURE(ran.err);
    CHECK(ran.code != 2);
    CHECK(ran.err.find("original") == std::string::npos);
  }
}

TEST_CASE("two channels with a dateline carry what the original's rule `basic` carries: 0.581 of 1 offered") {
  const Scratch scratch;
  scratch.file("exp.yaml", base);
  double sum = 0;
  for (const char* seed : {"1", "2", "3"}) {
    const Ran ran = run_original(scratch, {"flow_control=dateline", "virtual_channels=2", "load=1", "warmup=4000",
                                           "cycles=8000", "--seed", seed, "--json", "-"});
    sum += nlohmann::json::parse(ran.out)["load"]["accepted"].get<double>();
  }
  CHECK(sum / 3 == doctest::Approx(0.581).epsilon(0.015));
}

}  // namespace original_domain_test
