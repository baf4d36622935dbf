// SPDX-License-Identifier: Apache-2.0
// fsin run --checkpoint: killed at any moment, continued by the same command, the same figures.
#include <doctest/doctest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace checkpoint_test {

using namespace fsin::test;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr const char* synthetic =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}, preset: adaptive-3vc}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.3}\nmeasure: {warmup: 1000, cycles: 50000, seeds: 2}\n";

Json without_host(const Json& json) {
  Json rest = json;
  if (!json.is_structured()) return json;
  rest.clear();
  for (const auto& [key, value] : json.items()) {
    if (key == "host" || key == "hosts") continue;
    if (json.is_array()) {
      rest.push_back(without_host(value));
    } else {
      rest[key] = without_host(value);
    }
  }
  return rest;
}

Json figures(const fs::path& file) { return without_host(Json::parse(read_file(file))); }

/// Starts the same command until it ends by itself, killing it after a little more CPU time than the time before.
/// Threads that wait for each other on busy cores use up CPU time under a sanitizer, hence the high limit. Returns how
/// often it found a state.
unsigned run_with_kills(std::vector<std::string> words, const fs::path& directory) {
  unsigned found = 0;
  words.insert(words.end(), {"--checkpoint", "state", "--checkpoint-every", "0"});
  for (double life = 0.05; life < 300; life *= 1.3) {
    Process process(words, directory);
    process.let_compute(life);
    process.signal(SIGKILL);
    const Ran ran = process.wait();
    found += ran.err.find("goes on after cycle") != std::string::npos ? 1 : 0;
    if (ran.code == 0) return found;
    CHECK(ran.code == 128 + SIGKILL);
  }
  FAIL("never ended by itself");
  return found;
}

}  // namespace

TEST_CASE("a run killed at any moment is continued by the same command to the same figures") {
  const std::vector<std::vector<std::string>> variants{
      {},
      {"-j", "2"},
      {"--threads", "2", "--force-threads"},
      {"workload.load=0.2", "measure.warmup=auto", "--out", "tables", "measure.cycles=10000"},
  };
  unsigned found = 0;
  for (const auto& variant : variants) {
    const Scratch scratch;
    scratch.file("exp.yaml", synthetic);
    std::vector<std::string> words{"run", "exp.yaml"};
    words.insert(words.end(), variant.begin(), variant.end());
    const auto into = [&](const char* file) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--json", file});
      return all;
    };
    REQUIRE(run_fsin_in(scratch.path(), into("alone.json")).code == 0);
    found += run_with_kills(into("killed.json"), scratch.path());
    CHECK(figures(scratch.path() / "alone.json") == figures(scratch.path() / "killed.json"));
    CHECK(!fs::exists(scratch.path() / "state"));  // nothing is left to be continued
  }
  CHECK(found > 0);
}

TEST_CASE("a run whose nodes share their bandwidth among messages is continued to the same figures") {
  const Scratch scratch;
  // Eight ranks a node, so that most of the messages within nodes wait for their turn whenever the run is killed.
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 2]}, preset: adaptive-3vc, packet: 256 B}\n"
               "workload: {type: program, kernel: {type: collective, operation: alltoall, ranks: 64, bytes: 256 KiB, "
               "iterations: 40}, placement: {type: consecutive, per_node: 8},\n"
               "  mpi: {node_bandwidth: 2 Gb/s, node_latency: 100 ns, node_bandwidth_per: node}}\n");
  const std::vector<std::string> words{"run", "exp.yaml"};
  const auto into = [&](const char* file) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--json", file});
    return all;
  };
  REQUIRE(run_fsin_in(scratch.path(), into("alone.json")).code == 0);
  CHECK(run_with_kills(into("killed.json"), scratch.path()) > 0);
  CHECK(figures(scratch.path() / "alone.json") == figures(scratch.path() / "killed.json"));
  std::vector<std::string> each = into("each.json");
  each.push_back("workload.mpi.node_bandwidth_per=message");
  REQUIRE(run_fsin_in(scratch.path(), each).code == 0);
  CHECK(figures(scratch.path() / "alone.json")["cycles"] > figures(scratch.path() / "each.json")["cycles"]);
}

TEST_CASE("Ctrl-C keeps the state and says so; a damaged state and one of another run are refused") {
  const Scratch scratch;
  scratch.file("exp.yaml", synthetic);
  const std::vector<std::string> words{
      "run", "exp.yaml", "measure.cycles=100000000", "--checkpoint", "state", "--checkpoint-every", "1000"};
  Process process(words, scratch.path());
  double computed = 0.2;  // under a sanitizer the program takes so long to begin
  while (!fs::exists(scratch.path() / "state" / "experiment.json") && computed < 60)
    process.let_compute(computed += 0.2);
  process.let_compute(computed + 0.2);
  process.signal(SIGINT);
  const Ran stopped = process.wait();
  CHECK(stopped.code == 130);
  CHECK(stopped.err.find("state: the state is kept; the same command goes on from there") != std::string::npos);

  std::vector<std::string> other = words;
  other.push_back("workload.load=0.31");
  const Ran refused = run_fsin_in(scratch.path(), other);
  CHECK(refused.code == 2);
  CHECK(
      refused.err ==
      "state: the checkpoint is not of this run: workload.load is 0.3 there and 0.31 here; remove the folder to start "
      "from the beginning, or name another one\n");

  for (const auto& entry : fs::directory_iterator(scratch.path() / "state")) {
    if (entry.path().extension() == ".part") fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  }
  const Ran damaged = run_fsin_in(scratch.path(), words);
  CHECK(damaged.code == 3);
  CHECK(damaged.err.find("-0.part: the checkpoint cannot be read (truncated zstd data); remove state to start from the "
                         "beginning") != std::string::npos);
}

TEST_CASE("runs without a state that could be kept are refused, with the reason") {
  const auto said = [](const std::vector<std::string>& more) {
    const Scratch scratch;
    scratch.file("exp.yaml", synthetic);
    std::vector<std::string> words{"run", "exp.yaml", "measure.cycles=100", "--seeds", "1"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run_fsin_in(scratch.path(), words);
    CHECK(ran.code == 2);
    return ran.err;
  };
  CHECK(said({"--checkpoint", "c", "--engine", "reference"}) ==
        "fsin run: the reference engine keeps no checkpoints; leave --checkpoint out\n");
  CHECK(said({"--checkpoint", "c", "network.model.type=ideal"}).find("a network without routers") != std::string::npos);
  CHECK(said({"--checkpoint", "c", "--timeline", "t.json"}).find("--timeline") != std::string::npos);
  CHECK(said({"--checkpoint-every", "5"}) == "fsin run: --checkpoint-every goes with --checkpoint DIR\n");
}

}  // namespace checkpoint_test
