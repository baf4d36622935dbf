// SPDX-License-Identifier: Apache-2.0
// What fsin check, run and sweep make of a network that can deadlock, through the binary.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace deadlock_test {

using namespace fsin::test;

namespace {

constexpr const char* small =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 500, cycles: 4000}\n";

}  // namespace

TEST_CASE("a network that can deadlock is refused, and runs where that is allowed") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const std::vector<std::string> words{"exp.yaml", "dims=[5]", "routing=dor", "virtual_channels=1",
                                       "flow_control=none"};
  const auto with = [&](std::vector<std::string> all) {
    all.insert(all.begin() + 1, words.begin(), words.end());
    return run_fsin_in(scratch.path(), all);
  };
  const Ran refused = with({"run", "-q", "--json", "r.json"});
  CHECK(refused.code == 2);
  CHECK(refused.err.find("this network can deadlock: 10 queues can be full of packets that wait for each other") !=
        std::string::npos);
  CHECK(refused.err.find("--allow-deadlock") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "r.json"));
  CHECK(with({"run", "-q", "load=0.01", "--allow-deadlock"}).code == 0);

  const Ran shown = with({"check", "--reproduce", "dead.yaml"});
  CHECK(shown.code == 0);
  CHECK(shown.out.find("deadlock      not free: 10 queues can be full") != std::string::npos);
  CHECK(shown.out.find("queue X+ VC 0 of (4) is full of packets for (") != std::string::npos);
  CHECK(shown.out.find(") that wait for queue X+ VC 0 of (0)") != std::string::npos);
  const Ran dead = run_fsin_in(scratch.path(), {"run", "dead.yaml", "-q", "--allow-deadlock"});
  CHECK(dead.code == 1);
  CHECK(dead.out.find("outcome      deadlock: ") != std::string::npos);
}

TEST_CASE("the bubble makes the same ring free, and there is nothing to reproduce") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml", "dims=[5]", "routing=dor", "virtual_channels=1",
                                               "flow_control=bubble", "--reproduce", "dead.yaml"});
  CHECK(ran.code == 0);
  CHECK(ran.out.find("deadlock      free under any traffic: the bubble keeps a slot free in each ring of virtual "
                     "channel 0\n") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "dead.yaml"));
}

TEST_CASE("a sweep with a network that can deadlock is refused as a whole, and runs where that is allowed") {
  const Scratch scratch;
  scratch.file("exp.yaml", std::string(small) + "sweep: {grid: {flow_control: [bubble, none]}, seeds: 1}\n");
  const std::vector<std::string> words{"sweep",     "exp.yaml",           "dims=[5]", "routing=dor",
                                       "load=0.01", "virtual_channels=1", "-q",       "--no-cache"};
  const Ran refused = run_fsin_in(scratch.path(), words);
  CHECK(refused.code == 2);
  CHECK(refused.err.find("this network can deadlock") != std::string::npos);
  std::vector<std::string> allowed = words;
  allowed.emplace_back("--allow-deadlock");
  CHECK(run_fsin_in(scratch.path(), allowed).code == 0);
}

}  // namespace deadlock_test
