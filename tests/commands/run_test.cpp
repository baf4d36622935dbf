// SPDX-License-Identifier: Apache-2.0
// fsin run from file to result, through the binary.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/commands/cli.hpp"

namespace run_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

constexpr const char* small =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, preset: adaptive-3vc}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 500, cycles: 4000}\n";

std::string trace_experiment(const std::string& trace) {
  return "fsin: 1\nnetwork: {topology: {type: torus, dims: [2, 2]}}\nworkload: {type: trace, file: '" +
         std::string(FSIN_SOURCE_DIR) + "/traces/npb/" + trace + "'}\n";
}

Json run_json(const Scratch& scratch, std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "exp.yaml", "-q", "--json", "-"});
  const Ran ran = run_fsin_in(scratch.path(), words);
  REQUIRE_MESSAGE(ran.code == 0, ran.err);
  CHECK(ran.err.empty());
  return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("a synthetic experiment runs and its figures are plausible") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Json json = run_json(scratch, {});
  CHECK(json["outcome"] == "finished");
  CHECK(json["cycles"] == 4500);
  CHECK(json["measured_cycles"] == 4000);
  CHECK(json["load"]["offered"] == 0.2);
  CHECK(json["load"]["accepted"].get<double>() == doctest::Approx(0.2).epsilon(0.15));
  CHECK(json["hops"]["mean"].get<double>() == doctest::Approx(2.133).epsilon(0.1));
  CHECK(json["latency"]["mean"].get<double>() > 17);
  CHECK(json["host"]["packet_hops"].get<std::uint64_t>() > json["packets"]["delivered"].get<std::uint64_t>());
  CHECK(json["config"]["network"]["router"]["virtual_channels"] == 3);
  CHECK(json["seed"] == 1);
  CHECK(json["ranks"]["finished"].is_null());
}

TEST_CASE("latencies stand in the time of the simulated machine, too, and the dump of a run gives it again") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const std::vector<std::string> words{"link.delay=50 ns", "router.delay=0.04 us", "bandwidth=2 Gb/s"};
  const Json json = run_json(scratch, words);
  CHECK(json["cycle_seconds"] == 16e-9);
  CHECK(json["delays"]["link"] == 4);
  CHECK(json["delays"]["router"] == 3);
  CHECK(json["delays"]["credit"] == 0);
  for (const char* group : {"latency", "latency_from_generation"}) {
    for (const char* figure : {"mean", "stddev", "p50", "p99", "max"}) {
      const double cycles = json[group][figure];
      CHECK(json[group][std::string(figure) + "_seconds"].get<double>() == doctest::Approx(cycles * 16e-9));
    }
  }
  CHECK(json["injection_delay"]["mean_seconds"].get<double>() ==
        doctest::Approx(json["injection_delay"]["mean"].get<double>() * 16e-9));
  // The same delays in cycles are the same network.
  CHECK(run_json(scratch, {"link.delay=4", "router.delay=3 cycles", "bandwidth=2 Gb/s"})["fingerprint"] ==
        json["fingerprint"]);
  // What --out keeps can be run again, and swept over the bandwidth.
  std::vector<std::string> out{"run", "exp.yaml", "-q", "--out", "o"};
  out.insert(out.end(), words.begin(), words.end());
  REQUIRE(run_fsin_in(scratch.path(), out).code == 0);
  const Ran again = run_fsin_in(scratch.path(), {"run", "o/config.yaml", "-q", "--json", "-"});
  CHECK(Json::parse(again.out)["fingerprint"] == json["fingerprint"]);
  const Ran faster = run_fsin_in(scratch.path(), {"run", "o/config.yaml", "-q", "--json", "-", "bandwidth=8 Gb/s"});
  CHECK(Json::parse(faster.out)["delays"]["link"] == 13);
}

TEST_CASE("the same seed gives the same fingerprint on both engines, another seed another one") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Json first = run_json(scratch, {"--seed", "5"});
  CHECK(run_json(scratch, {"--seed", "5", "--check"})["fingerprint"] == first["fingerprint"]);
  CHECK(run_json(scratch, {"--seed", "5", "--engine", "reference"})["fingerprint"] == first["fingerprint"]);
  CHECK(run_json(scratch, {"--seed", "6"})["fingerprint"] != first["fingerprint"]);
}

TEST_CASE("replications are the single runs of their seeds, side by side or not") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Json three = run_json(scratch, {"--seed", "7", "--seeds", "3", "-j", "2"});
  REQUIRE(three["runs"].size() == 3);
  CHECK(three["summary"]["latency"]["mean"]["n"] == 3);
  CHECK(three["config"]["measure"]["seeds"] == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(three["runs"][i]["seed"] == 7 + i);
    CHECK(run_json(scratch, {"--seed", std::to_string(7 + i)})["fingerprint"] == three["runs"][i]["fingerprint"]);
  }
}

TEST_CASE("a trace runs to its end, and every message arrives") {
  const Scratch scratch;
  scratch.file("exp.yaml", trace_experiment("is.S.4.txt.zst"));
  const Json json = run_json(scratch, {});
  CHECK(json["outcome"] == "finished");
  CHECK(json["ranks"]["finished"] == 4);
  CHECK(json["messages"]["sent"] == json["messages"]["delivered"]);
  CHECK(json["messages"]["sent"].get<std::uint64_t>() > 0);
  CHECK(json["ranks"]["compute_seconds"] == 0);
  CHECK(json["load"]["offered"].is_null());
  const Json bursts = run_json(scratch, {"workload.cpu.scale=1"});
  CHECK(bursts["ranks"]["compute_seconds"].get<double>() > 0);
  CHECK(bursts["cycles"].get<std::uint64_t>() > json["cycles"].get<std::uint64_t>());
}

TEST_CASE("a region of a trace is named in the result, with what was left out") {
  const Scratch scratch;
  scratch.file("exp.yaml", trace_experiment("is.S.4.txt.zst"));
  const Json whole = run_json(scratch, {});
  CHECK_FALSE(whole.at("workload").contains("region"));
  const std::vector<std::string> part{"region.from=marker MPI_Alltoall 2", "region.to=19 ms"};
  const Json json = run_json(scratch, part);
  CHECK(json["ranks"]["finished"] == 4);
  CHECK(json["messages"]["sent"] == json["messages"]["delivered"]);
  CHECK(json["messages"]["sent"].get<int>() < whole["messages"]["sent"].get<int>());
  CHECK(json["messages"]["sent"].get<int>() > 0);
  CHECK(json["config"]["workload"]["region"] == Json{{"from", "marker MPI_Alltoall 2"}, {"to", "19 ms"}});
  CHECK(json["workload"]["region"] == Json{{"sends_left_out", 61}, {"receives_left_out", 64}});
  for (const std::vector<std::string>& way :
       {std::vector<std::string>{"--threads=3", "--force-threads"}, {"--engine=reference"}}) {
    std::vector<std::string> words = part;
    words.insert(words.end(), way.begin(), way.end());
    const Json other = run_json(scratch, words);
    CHECK(other["fingerprint"] == json["fingerprint"]);
    CHECK(other["workload"] == json["workload"]);
  }
  const Ran text = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", part[0], part[1]});
  CHECK(text.out.find("causal, marker MPI_Alltoall 2 to 19 ms") != std::string::npos);
  CHECK(text.out.find("region       left out 61 sends and 64 receives ") != std::string::npos);
}

TEST_CASE("a region that the trace does not have is refused where it is written") {
  const Scratch scratch;
  const std::string head =
      "fsin: 1\nnetwork: {topology: {type: torus, dims: [2, 2]}}\nworkload:\n  type: trace\n  file: '" +
      std::string(FSIN_SOURCE_DIR) + "/traces/npb/is.S.4.txt.zst'\n";
  const auto complaint = [&](const std::string& region) {
    scratch.file("exp.yaml", head + "  region: " + region + "\n");
    const Ran ran = run_fsin_in(scratch.path(), {"check", "exp.yaml"});
    CHECK(ran.code == 2);
    return ran.err;
  };
  CHECK(complaint("{from: marker MPI_Altoall 2, to: 2 s}")
            .find("exp.yaml:6:18: no state \"MPI_Altoall\" in the trace; did you "
                  "mean \"MPI_Alltoall\"? its states: MPI_Init, ") == 0);
  CHECK(complaint("{from: record one, to: 2}") ==
        "exp.yaml:6:18: \"one\" is not the number of a record; records count from 1 on each rank\n"
        "exp.yaml:6:34: \"2\" has no unit; valid units: ps, ns, us, ms, s\n");
  CHECK(complaint("{to: marker MPI_Alltoall 12}")
            .find("exp.yaml:6:16: state \"MPI_Alltoall\" begins 11 times on rank 0") == 0);
  CHECK(complaint("{from: 1 s}").find("exp.yaml:6:18: no rank reaches 1 s: the longest has 350 records") == 0);
  CHECK(complaint("{from: record 9, to: record 9}").find("exp.yaml:6:32: record 9 is not after record 9") == 0);
}

TEST_CASE("the directory of results holds every file, and its configuration repeats the run") {
  const Scratch scratch;
  scratch.file("exp.yaml", trace_experiment("cg.S.4.txt.zst"));
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--out", "results/one", "--json", "one.json"});
  REQUIRE_MESSAGE(ran.code == 0, ran.err);
  CHECK(ran.out.find("outcome      finished\n") != std::string::npos);
  const auto folder = scratch.path() / "results" / "one";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    CHECK(entry.path().extension() != ".incomplete");
    ++files;
  }
  CHECK(files == 16);
  const Json line = Json::parse(read_file(folder / "runs.jsonl"));
  const Json whole = Json::parse(read_file(scratch.path() / "one.json"));
  CHECK(line["fingerprint"] == whole["fingerprint"]);
  const std::string links = read_file(folder / "links.csv");
  CHECK(std::count(links.begin(), links.end(), '\n') == 1 + 16);

  const Ran again = run_fsin_in(folder, {"run", "config.yaml", "-q", "--json", "-"});
  REQUIRE_MESSAGE(again.code == 0, again.err);
  CHECK(Json::parse(again.out)["fingerprint"] == whole["fingerprint"]);
}

TEST_CASE("a network that cannot take the load ends as saturated, with results and exit code 1") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "load=2", "--json", "r.json"});
  CHECK(ran.code == 1);
  CHECK(ran.out.find("outcome      saturated: ") != std::string::npos);
  CHECK(Json::parse(read_file(scratch.path() / "r.json"))["outcome"] == "saturated");
}

TEST_CASE("a deadlock is reported with who waits for what, and exit code 1") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "dims=[8]", "routing=dor", "virtual_channels=1",
                                               "flow_control=none", "pattern={type: shift, offset: 3}", "load=2",
                                               "cycles=1000000", "--json", "r.json", "--allow-deadlock"});
  CHECK(ran.code == 1);
  CHECK(ran.out.find("outcome      deadlock: nothing can move any more, ") != std::string::npos);
  CHECK(ran.out.find("a cycle of 8 queues") != std::string::npos);
  const Json json = Json::parse(read_file(scratch.path() / "r.json"));
  CHECK(json["outcome"] == "deadlock");
  CHECK(json["diagnosis"].size() > 8);
}

TEST_CASE("a run that reaches max_cycles says so, with exit code 1") {
  const Scratch scratch;
  scratch.file("exp.yaml", trace_experiment("is.S.4.txt.zst"));
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "max_cycles=1000"});
  CHECK(ran.code == 1);
  CHECK(
      ran.out.find("outcome      cycle limit: stopped after 1 000 cycles before the end; raise measure.max_cycles\n") !=
      std::string::npos);
}

TEST_CASE("a trace whose message never comes is a deadlock that names rank and line") {
  const Scratch scratch;
  scratch.file("t.txt", "#insee-trace 1\n#ranks 2\n0 10 SS MPI_Recv\n0 20 MR 1 5 0 64\n0 30 SE MPI_Recv\n");
  scratch.file("exp.yaml", "fsin: 1\nworkload: {type: trace, file: t.txt}\n");
  const Ran ran = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q"});
  CHECK(ran.code == 1);
  CHECK(ran.out.find("rank 0") != std::string::npos);
  CHECK(ran.out.find("t.txt:4") != std::string::npos);
}

TEST_CASE("output that cannot be written is exit code 3 and says which file") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const Ran full = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "/dev/full"});
  CHECK(full.code == 3);
  CHECK(full.err ==
        "fsin: /dev/full: cannot write: No space left on device; free some space or choose another place\n");
  const Ran nowhere = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--json", "no/such/r.json"});
  CHECK(nowhere.code == 3);
  CHECK(nowhere.out.empty());  // found out before the run
  CHECK(nowhere.err ==
        "fsin: no/such/r.json: cannot open for writing: No such file or directory; create the directory first\n");
  const Ran file = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--out", "exp.yaml"});
  CHECK(file.code == 3);
}

TEST_CASE("a network too small for threads runs in one and says so, unless they are insisted on") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  const auto threads = [&](std::vector<std::string> more, std::string& said) {
    std::vector<std::string> all{"run", "exp.yaml", "-q", "--json", "-"};
    all.insert(all.end(), more.begin(), more.end());
    const Ran ran = run_fsin_in(scratch.path(), all);
    REQUIRE(ran.code == 0);
    said = ran.err;
    return Json::parse(ran.out);
  };
  std::string said;
  const Json one = threads({}, said);
  CHECK(said.empty());
  const Json fewer = threads({"--threads", "8"}, said);
  CHECK(fewer["host"]["threads"] == 1);
  CHECK(fewer["fingerprint"] == one["fingerprint"]);
  CHECK(said ==
        "fsin run: warning: 1 thread and not 8: 16 nodes at this load make 0.427 hops of packets a cycle; a thread "
        "should have 32; the result is the same (--force-threads insists)\n");
  const Json forced = threads({"--threads", "3", "--force-threads"}, said);
  CHECK(forced["host"]["threads"] == 3);
  CHECK(forced["fingerprint"] == one["fingerprint"]);
  CHECK(said.empty());
  scratch.file("exp.yaml", "fsin: 1\nnetwork: {model: ideal}\nmeasure: {warmup: 10, cycles: 100}\n");
  threads({"--threads", "2"}, said);
  CHECK(said.find("a network without routers is simulated in one") != std::string::npos);
}

}  // namespace run_test
