// SPDX-License-Identifier: Apache-2.0
// fsin sweep and fsin merge as a user runs them: results, cache, kill and resume, shards, mistakes.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "fsin/core/rng.hpp"
#include "tests/app/cli.hpp"

using namespace fsin;
using namespace fsin::app::test;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

constexpr const char* small =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 100, cycles: 2000}\n"
    "sweep:\n  grid:\n    workload.load: [0.1, 0.2, 0.3]\n    router:\n"
    "      one: {network.preset: oblivious-1vc}\n      three: {network.preset: adaptive-3vc}\n  seeds: 3\n";

std::vector<std::string> words(std::vector<std::string> more) {
  std::vector<std::string> all{"sweep", "exp.yaml", "-q"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// runs.jsonl without what differs from host to host and hour to hour.
std::string simulated(const fs::path& folder) {
  std::istringstream lines(read_file(folder / "runs.jsonl"));
  std::string text, all;
  while (std::getline(lines, text)) {
    Json line = Json::parse(text);
    line.erase("host");
    all += line.dump() + "\n";
  }
  return all;
}

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

TEST_CASE("a sweep writes one row a run and says what each column is") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Ran ran = run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o"}));
  CHECK(ran.err.find("18 runs: 18 simulated, 0 from the cache, 0 from the folder") != std::string::npos);
  CHECK(ran.code == 0);
  CHECK(ran.out.find("workload.load  router  runs  load.accepted") == 0);
  const Json sweep = Json::parse(read_file(scratch.path() / "o" / "sweep.json"));
  CHECK(sweep["complete"] == true);
  CHECK(sweep["plan"]["points"].size() == 6);
  for (const char* file : {"runs.csv", "points.csv", "links.csv", "latency.csv", "columns.yaml"}) {
    CHECK(fs::file_size(scratch.path() / "o" / file) > 100);
  }
  CHECK_FALSE(fs::exists(scratch.path() / "o" / "runs.partial.jsonl"));
  const Ran table =
      run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o", "--resume", "--figure", "links.utilisation_max"}));
  CHECK(table.out.find(
            "workload.load  router  runs  links.utilisation_max  outcome\n0.1            one     3     0.1") == 0);
  CHECK(run_fsin_in(scratch.path(), words({"--figure", "links.use"})).code == 2);
}

TEST_CASE("results do not depend on the number of threads, and a second sweep comes from the cache") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", "a", "-j", "1"})).code == 0);
  CHECK(run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "b", "-j", "3"})).code == 0);
  CHECK(simulated(scratch.path() / "a") == simulated(scratch.path() / "b"));
  const Ran third = run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "d"}));
  CHECK(third.err.find("0 simulated, 18 from the cache") != std::string::npos);
  CHECK(read_file(scratch.path() / "b" / "runs.jsonl") == read_file(scratch.path() / "d" / "runs.jsonl"));
  CHECK(read_file(scratch.path() / "b" / "links.csv") == read_file(scratch.path() / "d" / "links.csv"));
}

TEST_CASE("a sweep over regions runs each part of the trace, and takes none for another from the cache") {
  const Scratch scratch;
  const auto sweep = [&](const std::string& froms) {
    scratch.file("exp.yaml",
                 "fsin: 1\nnetwork: {topology: {type: torus, dims: [2, 2]}}\nworkload: {type: trace, file: '" +
                     std::string(FSIN_SOURCE_DIR) +
                     "/traces/npb/is.S.4.txt.zst'}\nsweep:\n  grid:\n    workload.region.from: [" + froms + "]\n");
    const Ran ran = run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "o"}));
    CHECK_MESSAGE(ran.code == 0, ran.err);
    std::vector<std::uint64_t> cycles;
    std::istringstream lines(read_file(scratch.path() / "o/runs.jsonl"));
    for (std::string line; std::getline(lines, line);) cycles.push_back(Json::parse(line)["cycles"]);
    fs::remove_all(scratch.path() / "o");
    return cycles;
  };
  const auto first = sweep("record 1, record 50");
  REQUIRE(first.size() == 2);
  CHECK(first[0] > first[1]);
  const auto second = sweep("record 50, record 100");
  REQUIRE(second.size() == 2);
  CHECK(second[0] == first[1]);
  CHECK(second[1] < second[0]);
}

TEST_CASE("killed at twenty random moments, a sweep goes on and ends with what an uninterrupted one has") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const auto in_folder = [](const char* folder) {
    return words({"--no-cache", "--out", folder, "--resume", "measure.cycles=400000"});
  };
  CHECK(run_fsin_in(scratch.path(), in_folder("whole")).code == 0);
  int killed = 0;
  for (std::uint32_t round = 0; round < 20; ++round) {
    Process process(in_folder("o"), scratch.path());
    process.let_compute(1e-3 * scale_draw(philox({round, Purpose::replication}, 0)[0], 60));
    process.signal(SIGKILL);
    killed += process.wait().code == 128 + SIGKILL ? 1 : 0;
  }
  CHECK(killed >= 10);
  const Ran last = run_fsin_in(scratch.path(), in_folder("o"));
  CHECK(last.code == 0);
  CHECK(simulated(scratch.path() / "o") == simulated(scratch.path() / "whole"));
  for (const char* file : {"points.csv", "links.csv", "latency.csv", "series.csv", "traffic.csv", "columns.yaml"}) {
    CAPTURE(file);
    CHECK(read_file(scratch.path() / "o" / file) == read_file(scratch.path() / "whole" / file));
  }
  CHECK(run_fsin_in(scratch.path(), in_folder("o")).err.find("complete; nothing to do") != std::string::npos);
}

TEST_CASE("shards merged are the whole sweep") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", "whole"})).code == 0);
  for (const char* part : {"1", "2", "3"}) {
    const std::string shard = std::string(part) + "/3";
    CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", std::string("p") + part, "--shard", shard})).code ==
          0);
  }
  const Ran short_one = run_fsin_in(scratch.path(), {"merge", "two", "p1", "p2"});
  CHECK(short_one.code == 3);
  CHECK(short_one.err.find("6 of 18 runs are in none of the folders") != std::string::npos);
  CHECK(run_fsin_in(scratch.path(), {"merge", "all", "p1", "p2", "p3"}).code == 0);
  CHECK(simulated(scratch.path() / "all") == simulated(scratch.path() / "whole"));
  CHECK(read_file(scratch.path() / "all" / "links.csv") == read_file(scratch.path() / "whole" / "links.csv"));
}

TEST_CASE("a stopping rule keeps the smallest number of runs that meets it, whatever the number of threads") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const std::vector<std::string> rule{"--no-cache", "measure.until.relative_error=0.03", "measure.until.max_runs=12"};
  auto one = words(rule), four = words(rule);
  one.insert(one.end(), {"--out", "a", "-j", "1"});
  four.insert(four.end(), {"--out", "b", "-j", "4"});
  CHECK(run_fsin_in(scratch.path(), one).code == 0);
  CHECK(run_fsin_in(scratch.path(), four).code == 0);
  const std::string runs = simulated(scratch.path() / "a");
  CHECK(runs == simulated(scratch.path() / "b"));
  const auto lines = std::count(runs.begin(), runs.end(), '\n');
  CHECK(lines >= 18);
  CHECK(lines < 72);
}

TEST_CASE("a mistake is one clear error and costs no finished run") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  scratch.file("bad.yaml", std::string(small) + "  zip: {workload.lode: [1, 2]}\n");
  Ran ran = run_fsin_in(scratch.path(), {"sweep", "bad.yaml", "-q"});
  CHECK(ran.code == 2);
  CHECK(ran.err.find("bad.yaml:12:25: unknown key \"lode\"") == 0);
  CHECK(ran.err.find("that is point 0: 0.1, one, 1") != std::string::npos);
  CHECK(run_fsin_in(scratch.path(), {"run", "exp.yaml"}).err.find("write fsin sweep exp.yaml") != std::string::npos);
  ran = run_fsin_in(scratch.path(), words({"--shard", "4/3"}));
  CHECK(ran.code == 2);
  CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o"})).code == 0);
  ran = run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o", "measure.cycles=3000"}));
  CHECK(ran.code == 3);
  CHECK(ran.err.find("holds the results of another sweep") != std::string::npos);
  scratch.file("o/sweep.json", "{\"fsin_sweep\": 99, \"plan\": {}}");
  ran = run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o"}));
  CHECK(ran.code == 3);
  CHECK(ran.err.find("written in schema 99") != std::string::npos);
  CHECK(simulated(scratch.path() / "o").size() > 1000);
}

TEST_CASE("a folder that cannot be written is one clear error before anything is simulated") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  for (const char* folder : {"/proc/nowhere", "exp.yaml/results"}) {
    const Ran ran = run_fsin_in(scratch.path(), words({"--no-cache", "--out", folder}));
    CHECK(ran.code == 3);
    CHECK(ran.err.find(folder) != std::string::npos);
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  }
}

TEST_CASE("a damaged entry of the cache is made again with a warning, and replaced") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  CHECK(run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "a"})).code == 0);
  fs::path entry;
  for (const auto& each : fs::recursive_directory_iterator(scratch.path() / "c")) {
    if (each.is_regular_file()) entry = each.path();
  }
  fs::resize_file(entry, fs::file_size(entry) / 2);
  const Ran ran = run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "b"}));
  CHECK(ran.code == 0);
  CHECK(ran.err.find(entry.filename().string() + ": the cached result is damaged; the run is made again\n") !=
        std::string::npos);
  CHECK(ran.err.find("18 runs: 1 simulated, 17 from the cache") != std::string::npos);
  CHECK(simulated(scratch.path() / "a") == simulated(scratch.path() / "b"));
  CHECK(run_fsin_in(scratch.path(), words({"--cache", "c", "--out", "d"})).err.find("18 from the cache") !=
        std::string::npos);
}

TEST_CASE("a cache that cannot be filled is a warning and costs no result") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Ran ran = run_fsin_in(scratch.path(), words({"--cache", "exp.yaml/c", "--out", "o"}));
  CHECK(ran.code == 0);
  CHECK(ran.err.find("goes on without filling the cache") != std::string::npos);
  CHECK(ran.err.find("18 runs: 18 simulated") != std::string::npos);
}

TEST_CASE("resume is not deceived by a folder that is marked complete and is not") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const auto sweep = [&](const char* folder, bool resume) {
    return run_fsin_in(scratch.path(), resume ? words({"--cache", "c", "--out", folder, "--resume"})
                                              : words({"--cache", "c", "--out", folder}));
  };
  CHECK(sweep("whole", false).code == 0);
  CHECK(sweep("o", false).code == 0);
  CHECK(sweep("o", true).err.find("complete; nothing to do") != std::string::npos);
  const fs::path folder = scratch.path() / "o";
  const std::string runs = read_file(folder / "runs.jsonl");
  const auto again = [&](const std::string& complaint) {
    const Ran ran = sweep("o", true);
    CHECK(ran.code == 0);
    CHECK_MESSAGE(ran.err.find(complaint + "; what is missing is made again\n") != std::string::npos, ran.err);
    CHECK(simulated(folder) == simulated(scratch.path() / "whole"));
    CHECK(sweep("o", true).err.find("complete; nothing to do") != std::string::npos);
  };
  scratch.file("o/runs.jsonl", runs.substr(0, runs.size() / 2));
  again("o/runs.jsonl: not as it was written");
  std::string other = runs;
  other[runs.size() / 2] ^= 1;
  scratch.file("o/runs.jsonl", other);
  again("o/runs.jsonl: not as it was written");
  fs::remove(folder / "links.csv");
  again("o/links.csv: missing");
  // Without digests, as programs before this one left it: the runs themselves are counted.
  Json held = Json::parse(read_file(folder / "sweep.json"));
  held.erase("files");
  scratch.file("o/sweep.json", held.dump());
  scratch.file("o/runs.jsonl", runs.substr(0, runs.find('\n') + 1));
  again("o: runs are missing");
}

TEST_CASE("what another program left does not count, in a folder or in the comparison of two") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  for (const char* folder : {"a", "o"}) {
    CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", folder})).code == 0);
  }
  const Ran same = run_fsin_in(scratch.path(), {"compare", "a", "o", "--fail-on-difference"});
  CHECK(same.code == 0);
  CHECK(same.err.empty());
  const auto replace = [&](const char* file, const std::string& from, const std::string& to) {
    std::string text = read_file(scratch.path() / file);
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    scratch.file(file, text);
  };
  const std::string program = Json::parse(read_file(scratch.path() / "o/sweep.json"))["program"];
  CHECK(program.size() == 32);
  replace("o/sweep.json", program, std::string(32, '0'));
  const Ran different = run_fsin_in(scratch.path(), {"compare", "a", "o", "--fail-on-difference"});
  CHECK(different.code == 0);
  CHECK(different.err.find("a and o: made by different programs: the code that simulates is not the same") !=
        std::string::npos);
  CHECK(different.out.find("program   A: " + program + ", B: 0000") != std::string::npos);
  // A run that another program made has another key.
  const std::string runs = read_file(scratch.path() / "o/runs.jsonl");
  const std::string key = Json::parse(runs.substr(0, runs.find('\n')))["key"];
  Json held = Json::parse(read_file(scratch.path() / "o/sweep.json"));
  held.erase("files");
  scratch.file("o/sweep.json", held.dump());
  replace("o/runs.jsonl", key, std::string(32, '1'));
  const Ran again = run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o", "--resume"}));
  CHECK(again.err.find("o: made by another program; what is missing is made again\n") != std::string::npos);
  CHECK(again.err.find("18 runs: 18 simulated") != std::string::npos);
}

TEST_CASE("a full disk ends a sweep with one clear error, and what was finished counts when there is room again") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  // A limit on the size of files stands in for a disk without room: writes fail in the same places.
  const std::string program = std::string(FSIN_BINARY_DIR) + "/bin/fsin sweep exp.yaml -q --no-cache --out o";
  const std::string command =
      "cd '" + scratch.path().string() + "' && trap '' XFSZ && ulimit -f 40 && " + program + " >out.txt 2>err.txt";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());  // NOLINT: no threads here
  CHECK(WEXITSTATUS(status) == 3);
  const std::string err = read_file(scratch.path() / "err.txt");
  CHECK(err.find("o/runs.partial.jsonl: cannot write") != std::string::npos);
  CHECK(std::count(err.begin(), err.end(), '\n') == 1);
  const Ran rest = run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o", "--resume"}));
  CHECK(rest.code == 0);
  CHECK(rest.err.find(", 0 from the folder") == std::string::npos);
  CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", "whole"})).code == 0);
  CHECK(simulated(scratch.path() / "o") == simulated(scratch.path() / "whole"));
}

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
  for (const char* measure : {"{warmup: auto, cycles: 20000}", "{warmup: auto, cycles: 4000, find: saturation}"}) {
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
      CHECK(before > taken / 2);
      CHECK(before < taken * 2 + 0.05);
      fs::remove_all(scratch.path() / "o");
    }
  }
}
