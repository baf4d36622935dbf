// SPDX-License-Identifier: Apache-2.0
// What `measure` can ask for beyond one window: a warm-up that finds itself, the load at which a network saturates; and
// what a sweep keeps of how it came about.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/commands/cli.hpp"

namespace measure_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

const std::string network = "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, preset: oblivious-1vc}\n";

Ran run_words(const Scratch& scratch, std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "exp.yaml", "-q", "--json", "-"});
  return run_fsin_in(scratch.path(), words);
}

struct Table {
  std::vector<std::vector<std::string>> rows;  ///< without the head

  explicit Table(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      std::istringstream fields(line);
      auto& row = rows.emplace_back();
      for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    }
  }
  std::uint64_t sum(std::size_t column) const {
    std::uint64_t total = 0;
    for (const auto& row : rows) total += std::stoull(row.at(column));
    return total;
  }
};

}  // namespace

TEST_CASE("warmup: auto finds a steady state below saturation, and says what it left out") {
  const Scratch scratch;
  scratch.file("exp.yaml", network +
                               "workload: {type: synthetic, pattern: uniform, load: 0.3}\n"
                               "measure: {warmup: auto, cycles: 8000}\n");
  const Json json = Json::parse(run_words(scratch, {}).out);
  CHECK(json["warmup_settled"] == 1);
  CHECK(json["measured_cycles"] == 8000);
  CHECK(json["warmup_cycles"].get<unsigned>() + 8000 == json["cycles"].get<unsigned>());
  CHECK(json["config"]["measure"]["warmup"] == "auto");
  const Json fixed = Json::parse(run_words(scratch, {"warmup=" + json["warmup_cycles"].dump()}).out);
  CHECK(fixed["fingerprint"] == json["fingerprint"]);
}

TEST_CASE("warmup: auto admits that queues which keep growing do not settle") {
  const Scratch scratch;
  scratch.file("exp.yaml", network +
                               "workload: {type: synthetic, pattern: tornado, load: 1, source: infinite}\n"
                               "measure: {warmup: auto, cycles: 1000}\n");
  const Ran ran = run_words(scratch, {"dims=[8,8]"});
  const Json json = Json::parse(ran.out);
  CHECK(json["outcome"] == "saturated");
  CHECK(json["warmup_settled"] == 0);
}

TEST_CASE("find: saturation brackets the highest load carried between two that were run") {
  const Scratch scratch;
  scratch.file("exp.yaml", network +
                               "workload: {type: synthetic, pattern: uniform}\n"
                               "measure: {warmup: 500, cycles: 4000, find: saturation, resolution: 0.02}\n");
  const Json json = Json::parse(run_words(scratch, {}).out);
  const double found = json["saturation"]["load"];
  CHECK(json["load"]["offered"].get<double>() == doctest::Approx(found));
  CHECK(json["outcome"] == "finished");
  bool carried = false, next_too_high = false;
  for (const Json& probe : json["probes"]) {
    const double load = probe["load"];
    if (load == doctest::Approx(found)) carried = !probe["saturated"].get<bool>();
    if (load == doctest::Approx(found + 0.02)) next_too_high = probe["saturated"].get<bool>();
    CHECK(probe["saturated"].get<bool>() == (load > found + 0.01));
  }
  CHECK(carried);
  CHECK(next_too_high);
  CHECK(found > 0.2);
  CHECK(found < 1.0);
}

TEST_CASE("a load that finds room but triples the latency is carried") {
  const Scratch scratch;
  scratch.file("exp.yaml", network +
                               "workload: {type: synthetic, pattern: uniform, source: infinite}\n"
                               "measure: {warmup: 2000, cycles: 8000, find: saturation, resolution: 0.02}\n");
  const Json json = Json::parse(run_words(scratch, {"dims=[8,8]"}).out);
  CHECK(json["saturation"]["load"].get<double>() == doctest::Approx(0.547).epsilon(0.05));
  CHECK(json["saturation"]["latency_load"].get<double>() == doctest::Approx(0.42).epsilon(0.06));
  for (const Json& probe : json["probes"]) {
    if (probe["load"].get<double>() < 0.4) CHECK_FALSE(probe["slow"].get<bool>());
    if (probe["load"].get<double>() > 0.45) CHECK(probe["slow"].get<bool>());
  }
}

TEST_CASE("a search does not take packets under way for saturation") {
  const Scratch scratch;
  scratch.file("exp.yaml", network +
                               "workload: {type: synthetic, pattern: uniform, source: infinite}\n"
                               "measure: {warmup: 0, cycles: 1000, find: saturation, resolution: 0.1}\n");
  const Json json = Json::parse(run_words(scratch, {"packet=1 KiB"}).out);
  CHECK(json["saturation"]["load"].get<double>() >= 0.4);
  bool longer = false;
  for (const Json& probe : json["probes"]) longer = longer || probe["cycles"].get<unsigned>() > 1000;
  CHECK(longer);
}

TEST_CASE("a window that is only too short is not called saturated") {
  const Scratch scratch;
  scratch.file("exp.yaml", network + "workload: {type: synthetic, pattern: uniform, load: 0.002}\n");
  const Json slow = Json::parse(run_words(scratch, {"dims=[8,8]", "link.delay=10000", "cycles=40000"}).out);
  CHECK(slow["outcome"] == "finished");
  CHECK(slow["settled"] == 0);
  const Json large =
      Json::parse(run_words(scratch, {"dims=[8,8]", "load=0.05", "packet=4 KiB", "warmup=0", "cycles=3000"}).out);
  CHECK(large["outcome"] == "finished");
  CHECK(large["settled"] == 0);
  const Ran text = run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "link.delay=10000", "cycles=40000"});
  CHECK(text.out.find("still filling with packets under way") != std::string::npos);
}

TEST_CASE(
    "sources with queues that take 4% less than is offered are saturated, at a load that is carried they are not") {
  const Scratch scratch;
  scratch.file("exp.yaml", network + "workload: {type: synthetic, pattern: uniform, load: 0.74, source: infinite}\n");
  const std::vector<std::string> torus{"dims=[8,8]", "preset=adaptive-3vc"};
  const Json over = Json::parse(run_words(scratch, torus).out);
  CHECK(over["outcome"] == "saturated");
  CHECK(over["load"]["accepted"].get<double>() > 0.95 * 0.74);
  const Json below = Json::parse(run_words(scratch, {"dims=[8,8]", "preset=adaptive-3vc", "load=0.69"}).out);
  CHECK(below["outcome"] == "finished");
}

TEST_CASE("no short run near saturation is called settled") {
  const Scratch scratch;
  scratch.file("exp.yaml", network +
                               "workload: {type: synthetic, pattern: uniform, load: 0.69, source: infinite}\n"
                               "measure: {warmup: auto, cycles: 4000}\n");
  const Json json = Json::parse(run_words(scratch, {"dims=[8,8]", "preset=adaptive-3vc", "seeds=8"}).out);
  for (const Json& run : json["runs"]) {
    CHECK(run["settled"] == 0);
    CHECK(run["latency"]["batch_stderr"].is_null());
    CHECK(run["needed_cycles"].get<double>() > 4000);
  }
}

TEST_CASE("a trace cannot be searched for saturation") {
  const Scratch scratch;
  scratch.file("exp.yaml", network + "workload: {type: trace, file: '" + std::string(FSIN_SOURCE_DIR) +
                               "/traces/npb/is.W.64.txt.zst'}\nmeasure: {find: saturation}\n");
  const Ran ran = run_words(scratch, {"dims=[8,8]"});
  CHECK(ran.code == 2);
  CHECK(ran.err.find("exp.yaml:4:17: a trace or a program has no load to search") != std::string::npos);
}

TEST_CASE("the last bin of a time series is no splinter, and nothing is lost with it") {
  const Scratch scratch;
  scratch.file("exp.yaml", network +
                               "workload: {type: synthetic, pattern: uniform, load: 0.3}\n"
                               "measure: {warmup: 0, cycles: 4096}\nsweep: {seeds: 1}\n");
  REQUIRE(run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "-q", "--no-cache", "--out", "o"}).code == 0);
  const Table series(read_file(scratch.path() / "o" / "series.csv"));
  REQUIRE(series.rows.size() > 100);
  for (std::size_t i = 1; i < series.rows.size(); ++i) {
    const auto from = std::stoull(series.rows[i][1]), to = std::stoull(series.rows[i][2]);
    CHECK(from == std::stoull(series.rows[i - 1][2]) + 1);
    CHECK(to - from + 1 >= 8);  // half of a bin
  }
  CHECK(series.rows.back()[2] == "4096");
  const Json run = Json::parse(read_file(scratch.path() / "o" / "runs.jsonl"));
  CHECK(series.sum(5) == run["packets"]["delivered"].get<std::uint64_t>());
}

TEST_CASE("a sweep keeps load over time, ranks, traffic and a Gantt chart, and their sums are those of the run") {
  const Scratch scratch;
  scratch.file("exp.yaml", network + "workload: {type: trace, file: '" + std::string(FSIN_SOURCE_DIR) +
                               "/traces/npb/is.W.64.txt.zst', cpu: {scale: 1}}\nsweep: {seeds: 1}\n");
  REQUIRE(run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "dims=[8,8]", "-q", "--no-cache", "--out", "o"}).code == 0);
  const auto path = scratch.path() / "o";
  const Json run = Json::parse(read_file(path / "runs.jsonl"));
  const auto delivered = run["packets"]["delivered"].get<std::uint64_t>();
  const auto cycles = run["cycles"].get<std::uint64_t>();
  const Table series(read_file(path / "series.csv")), traffic(read_file(path / "traffic.csv"));
  CHECK(series.sum(5) == delivered);
  CHECK(series.sum(3) == series.sum(4));  // what entered was delivered
  CHECK(series.rows.back().at(7) == "0");
  CHECK(traffic.sum(4) == delivered);
  const Table ranks(read_file(path / "ranks.csv"));
  REQUIRE(ranks.rows.size() == 64);
  for (const auto& row : ranks.rows) {
    CHECK(std::stoull(row[3]) + std::stoull(row[4]) + std::stoull(row[5]) + std::stoull(row[6]) == std::stoull(row[7]));
    CHECK(std::stoull(row[7]) <= cycles);
  }
  const double seconds = run["simulated_seconds"].get<double>() / static_cast<double>(cycles);
  CHECK(static_cast<double>(ranks.sum(3)) / 64 * seconds ==
        doctest::Approx(run["ranks"]["compute_seconds"].get<double>()));
  const Table gantt(read_file(path / "gantt.csv"));
  CHECK(gantt.rows.size() > 64);
  std::map<std::string, double> charted;
  for (const auto& row : gantt.rows) {
    CHECK(std::stoull(row[3]) <= std::stoull(row[4]));
    charted[row[2]] += static_cast<double>(std::stoull(row[4]) - std::stoull(row[3]) + 1);
  }
  // The chart has every state that ranks.csv has, for as long.
  const double all = static_cast<double>(cycles) * 64;
  for (const auto& [state, column] :
       std::map<std::string, std::size_t>{{"compute", 3}, {"wait_message", 4}, {"wait_room", 5}, {"send", 6}}) {
    CAPTURE(state);
    REQUIRE(charted[state] > 0);
    CHECK(charted[state] / all == doctest::Approx(static_cast<double>(ranks.sum(column)) / all).epsilon(0.1));
  }
  for (const auto& [name, column] :
       std::map<std::string, std::size_t>{{"wait_message_seconds", 4}, {"wait_room_seconds", 5}, {"send_seconds", 6}}) {
    CAPTURE(name);
    CHECK(run["ranks"][name].get<double>() == doctest::Approx(static_cast<double>(ranks.sum(column)) / 64 * seconds));
  }
}

}  // namespace measure_test
