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
#include "tests/commands/sweep_tools.hpp"

namespace sweep_test {

using namespace fsin;
using namespace fsin::test;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

TEST_CASE("a sweep writes one row a run and says what each column is") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
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

TEST_CASE("a delay in time is so many cycles at each bandwidth of a sweep, and the tables say how many") {
  const Scratch scratch;
  scratch.file(
      "exp.yaml",
      "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, link: {delay: 100 ns}, router: {queue: 20 packets}}\n"
      "workload: {type: synthetic, load: 0.1}\nmeasure: {warmup: 100, cycles: 2000}\n"
      "sweep: {grid: {network.link.bandwidth: [1 Gb/s, 4 Gb/s, 10 Gb/s]}}\n");
  const Ran ran = run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o"}));
  CHECK_MESSAGE(ran.code == 0, ran.err);
  CHECK(ran.out.find("latency.mean_seconds") != std::string::npos);
  std::vector<std::uint64_t> cycles;
  std::istringstream lines(read_file(scratch.path() / "o/runs.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    const Json run = Json::parse(line);
    cycles.push_back(run["delays"]["link"]);
    CHECK(run["latency"]["mean_seconds"].get<double>() ==
          doctest::Approx(run["latency"]["mean"].get<double>() * run["cycle_seconds"].get<double>()));
  }
  CHECK(cycles == std::vector<std::uint64_t>{4, 13, 32});
  const std::string head = read_file(scratch.path() / "o/runs.csv");
  for (const char* column : {",cycle_seconds,", ",delays.link,", ",latency.mean_seconds,", ",latency.p99_seconds,"}) {
    CHECK(head.substr(0, head.find('\n')).find(column) != std::string::npos);
  }
  CHECK(read_file(scratch.path() / "o/points.csv").find(",latency.mean_seconds,1,") != std::string::npos);
  CHECK(read_file(scratch.path() / "o/columns.yaml").find("latency.mean_seconds: {unit: \"s\", ") != std::string::npos);
}

TEST_CASE("results do not depend on the number of threads, and a second sweep comes from the cache") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
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
  scratch.file("exp.yaml", small_sweep);
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

TEST_CASE("series.csv can be left out of a folder, which then says so and is drawn as before") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
  CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", "whole"})).code == 0);
  CHECK(run_fsin_in(scratch.path(), words({"--no-cache", "--out", "o", "--no-series"})).code == 0);
  const fs::path whole = scratch.path() / "whole", o = scratch.path() / "o";
  CHECK(fs::exists(whole / "series.csv"));
  CHECK_FALSE(fs::exists(o / "series.csv"));
  CHECK(read_file(o / "columns.yaml").find("# series.csv is left out") != std::string::npos);
  CHECK_FALSE(Json::parse(read_file(o / "sweep.json")).dump().find("series.csv") != std::string::npos);
  CHECK(simulated(o) == simulated(whole));
  CHECK(run_fsin_in(scratch.path(), {"report", "o"}).code == 0);
  CHECK(read_file(o / "report.html").find("Load and latency over time") != std::string::npos);
  CHECK(run_fsin_in(scratch.path(), {"merge", "all", "whole", "--no-series"}).code == 0);
  CHECK_FALSE(fs::exists(scratch.path() / "all" / "series.csv"));
}

/// The files that a sweep says it has read.
Json inputs_of(const fs::path& folder) {
  const Json inputs = Json::parse(read_file(folder / "sweep.json")).at("inputs");
  REQUIRE(!inputs.empty());
  return inputs;
}

TEST_CASE("shards merged are the whole sweep") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
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
  CHECK(inputs_of(scratch.path() / "all") == inputs_of(scratch.path() / "whole"));
  CHECK(read_file(scratch.path() / "all" / "links.csv") == read_file(scratch.path() / "whole" / "links.csv"));
}

TEST_CASE("a stopping rule keeps the smallest number of runs that meets it, whatever the number of threads") {
  const Scratch scratch;
  scratch.file("exp.yaml", small_sweep);
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
  scratch.file("exp.yaml", small_sweep);
  scratch.file("bad.yaml", std::string(small_sweep) + "  zip: {workload.lode: [1, 2]}\n");
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
  scratch.file("exp.yaml", small_sweep);
  for (const char* folder : {"/proc/nowhere", "exp.yaml/results"}) {
    const Ran ran = run_fsin_in(scratch.path(), words({"--no-cache", "--out", folder}));
    CHECK(ran.code == 3);
    CHECK(ran.err.find(folder) != std::string::npos);
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  }
}

}  // namespace sweep_test
