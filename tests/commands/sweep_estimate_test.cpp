// SPDX-License-Identifier: Apache-2.0
// fsin sweep --dry-run: what it foretells, against what a sweep takes.
#include <doctest/doctest.h>

#include <map>
#include <sstream>
#include <string>

#include "tests/commands/sweep_tools.hpp"

namespace sweep_estimate_test {

using namespace fsin::test;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

// A sanitizer slows down the short run that the estimate is made of and the sweep itself by different factors.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double factor = 4;
#else
// Two on a machine that does nothing else; other tests at its side slow the one or the other.
constexpr double factor = 3;
#endif

/// Seconds of CPU time that a dry run foretells.
double foretold(const Scratch& scratch) {
  const Ran ran = run_fsin_in(scratch.path(), words({"--dry-run", "--no-cache"}));
  const std::size_t about = ran.out.find("time     about ");
  REQUIRE(about != std::string::npos);
  std::istringstream text(ran.out.substr(about + 15));
  double number = 0;
  std::string unit;
  text >> number >> unit;
  const std::map<std::string, double> seconds{{"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"min", 60}};
  REQUIRE(seconds.contains(unit));
  return number * seconds.at(unit);
}

}  // namespace

TEST_CASE("what a dry run foretells does not depend on where in the grid the long runs stand") {
  const Scratch scratch;
  const std::string head =
      "fsin: 1\nworkload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 100, cycles: 4000}\n"
      "sweep:\n  grid:\n    workload.load: [";
  std::string loads;
  for (int i = 0; i < 24; ++i) loads += std::to_string(0.2 + 0.001 * i) + (i < 23 ? ", " : "]\n");
  const std::string large = "      large: {network.topology.dims: [8, 8]}\n";
  scratch.file("exp.yaml", head + loads + "    size:\n" + large);
  const double alone = foretold(scratch);
  scratch.file("exp.yaml", head + loads + "    size:\n      small: {network.topology.dims: [2, 2]}\n" + large);
  CHECK(foretold(scratch) > alone / 3);
}

TEST_CASE("a dry run counts the pilots of warmup: auto, of loads that settle and of loads that drift") {
  const Scratch scratch;
  const std::string head =
      "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}}\n"
      "workload: {type: synthetic, pattern: uniform, source: infinite, load: 0.2}\n";
  for (const char* measure : {"{warmup: auto, cycles: 5000}", "{warmup: auto, cycles: 1000, find: saturation}"}) {
    for (const char* loads : {"[0.2, 0.4]", "[0.8, 0.9]"}) {
      CAPTURE(measure);
      CAPTURE(loads);
      scratch.file("exp.yaml", head + "measure: " + measure + "\nsweep:\n  grid:\n    " +
                                   (std::string(measure).find("find") == std::string::npos
                                        ? "workload.load: "
                                        : "network.router.queue: [4 packets, 8 packets]\n#") +
                                   loads + "\n  seeds: 2\n");
      const double before = foretold(scratch);
      CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o", "-j", "1"})).code <= 1);
      double taken = 0;
      std::istringstream lines(read_file(scratch.path() / "o" / "runs.jsonl"));
      for (std::string line; std::getline(lines, line);) taken += Json::parse(line)["host"]["cpu_s"].get<double>();
      CAPTURE(before);
      CAPTURE(taken);
      CHECK(before > taken / factor);
      CHECK(before < taken * factor + 0.05);
      fs::remove_all(scratch.path() / "o");
    }
  }
}

}  // namespace sweep_estimate_test
