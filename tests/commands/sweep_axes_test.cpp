// SPDX-License-Identifier: Apache-2.0
// The axes of fsin sweep: presets, ranges, keys that two layers set, points that are the same.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/commands/sweep_tools.hpp"

namespace sweep_axes_test {

using namespace fsin::test;

namespace {

constexpr const char* head =
    "fsin: 1\nnetwork:\n  topology: {type: torus, dims: [4, 4]}\n  router: {virtual_channels: 3}\n"
    "  routing: {type: adaptive, select: random}\nworkload: {type: synthetic, load: 0.2}\n"
    "measure: {warmup: 100, cycles: 500}\n";

/// What --list says of a sweep section, with overrides.
Ran listed(const std::string& section, const std::vector<std::string>& overrides = {}) {
  const Scratch scratch;
  scratch.file("exp.yaml", head + section);
  std::vector<std::string> all{"--list"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return run_fsin_in(scratch.path(), words(all));
}

}  // namespace

TEST_CASE("an axis of presets sets the router also where the file writes the keys that presets set") {
  const Ran ran = listed("sweep: {grid: {network.preset: [oblivious-1vc, adaptive-3vc]}}\n");
  CHECK(ran.code == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out.find("0  oblivious-1vc  (torus 4x4, dor, 1 VC, bubble;") != std::string::npos);
  CHECK(ran.out.find("1  adaptive-3vc  (torus 4x4, adaptive smart, 3 VCs, bubble;") != std::string::npos);
  const Ran step = listed(
      "sweep: {grid: {router: {one: {network.preset: oblivious-3vc, virtual_channels: 2}, two: {preset: "
      "adaptive-3vc}}}}\n");
  CHECK(step.out.find("0  one  (torus 4x4, dor, 2 VCs") != std::string::npos);
  const Ran over = listed("sweep: {grid: {network.preset: [oblivious-1vc, adaptive-3vc]}}\n", {"virtual_channels=4"});
  CHECK(over.out.find("dor, 4 VCs") != std::string::npos);
  CHECK(over.out.find("adaptive smart, 4 VCs") != std::string::npos);
}

TEST_CASE("an axis of presets beside an axis of a key that presets set is refused with both places") {
  const Ran ran = listed(
      "sweep:\n  grid:\n    network.preset: [oblivious-1vc, adaptive-3vc]\n    network.router.virtual_channels: [2, "
      "4]\n");
  CHECK(ran.code == 2);
  CHECK(ran.err.find(
            "exp.yaml:11:39: axis \"network.router.virtual_channels\" sets network.router.virtual_channels, and so "
            "does the preset of axis \"network.preset\" (exp.yaml:10:22); write both as named points of one axis, "
            "or leave one of them out\n") == 0);
  const Ran turned = listed(
      "sweep: {grid: {routing: [dor, adaptive], router: {a: {preset: oblivious-1vc}, b: {preset: adaptive-3vc}}}}\n");
  CHECK(turned.code == 2);
  CHECK(turned.err.find("axis \"routing\" sets network.routing, and so does the preset of axis \"router\"") !=
        std::string::npos);
}

TEST_CASE("two axes of one key, or an axis and an override of it, are refused with both places") {
  const Ran axes = listed("sweep:\n  grid:\n    load: [0.1, 0.3]\n    at: {low: {workload.load: 0.01}}\n");
  CHECK(axes.code == 2);
  CHECK(axes.err.find(
            "exp.yaml:11:31: axis \"at\" and axis \"load\" (exp.yaml:10:12) both set workload.load; leave one of "
            "them out\n") == 0);
  const Ran line = listed("sweep: {grid: {workload.load: [0.1, 0.3]}}\n", {"load=0.2"});
  CHECK(line.code == 2);
  CHECK(line.err.find("axis \"workload.load\" and the command line (override 'load=0.2') both set workload.load") !=
        std::string::npos);
  const Ran whole = listed("sweep: {grid: {routing.select: [smart, random], routing: [adaptive]}}\n");
  CHECK(whole.code == 2);
  CHECK(whole.err.find("both set network.routing.select") != std::string::npos);
  // A key inside what another axis chooses is no conflict.
  CHECK(listed("sweep: {grid: {routing: [adaptive], routing.select: [smart, random]}}\n").code == 0);
}

TEST_CASE("points that are one configuration under two names are said") {
  const Ran ran = listed("sweep: {grid: {router: {one: {preset: oblivious-3vc}, two: {preset: oblivious-1vc}}}}\n",
                         {"virtual_channels=2"});
  CHECK(ran.code == 0);
  CHECK(ran.err ==
        "fsin sweep: warning: points 0 (one) and 1 (two) are one configuration under two names; fsin check says where "
        "each "
        "key comes from\n");
  const Ran many = listed(
      "sweep: {grid: {router: {one: {queue: 4 packets}, two: {queue: 4 packets}}, load: {from: 0.1, to: 0.8, step: "
      "0.1}}}\n");
  CHECK(many.err.find("points 0 (one, 0.1) and 8 (two, 0.1) are one configuration") != std::string::npos);
  CHECK(many.err.find("5 more points are the same configuration as an earlier one\n") != std::string::npos);
}

TEST_CASE("axes can be given, replaced and taken away on the command line") {
  const Ran given =
      listed("", {"sweep.grid.workload.load={from: 0.1, to: 0.3, step: 0.1}", "sweep.grid.dims=[4x4, 8x8]"});
  CHECK(given.code == 0);
  CHECK(given.out.find("    2  0.2, 4x4  (torus 4x4") != std::string::npos);
  CHECK(given.out.find("    5  0.3, 8x8  (torus 8x8") != std::string::npos);
  const std::string file = "sweep: {grid: {workload.load: [0.5], select: [smart, random]}}\n";
  const Ran replaced = listed(file, {"sweep.grid.workload.load=[0.2]", "sweep.grid.select=~"});
  CHECK(replaced.out.find("    0  0.2  (") == 0);
  CHECK(std::count(replaced.out.begin(), replaced.out.end(), '\n') == 1);
  CHECK(listed(file, {"sweep.grid.load=~"}).err.find("there is no axis \"load\" to take away") != std::string::npos);
  CHECK(listed(file, {"sweep.grit=[1]"}).err.find("unknown key \"grit\" in sweep; did you mean \"grid\"?") !=
        std::string::npos);
}

TEST_CASE("the number of runs on the command line beats that of the sweep section") {
  const Scratch scratch;
  scratch.file("exp.yaml", head + std::string("sweep: {grid: {load: [0.1, 0.2]}, seeds: 3}\n"));
  const auto runs = [&](const std::vector<std::string>& overrides) {
    std::vector<std::string> all{"--dry-run", "--no-cache"};
    all.insert(all.end(), overrides.begin(), overrides.end());
    const Ran ran = run_fsin_in(scratch.path(), words(all));
    const std::size_t at = ran.out.find("runs     ");
    return at == std::string::npos ? ran.err : ran.out.substr(at + 9, ran.out.find('\n', at) - at - 9);
  };
  CHECK(runs({}) == "6");
  CHECK(runs({"measure.seeds=5"}) == "10");
  CHECK(runs({"sweep.seeds=1e1"}) == "20");
  CHECK(runs({"sweep.seeds=4", "seeds=5"})
            .find("sets the number of runs a point, and so does override 'sweep.seeds=4'") != std::string::npos);
}

}  // namespace sweep_axes_test
