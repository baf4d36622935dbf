// SPDX-License-Identifier: Apache-2.0
// fsin run --timeline: files that other tools open, with everything the run did in them.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace timeline_test {

using namespace fsin::test;
using Json = nlohmann::json;

namespace {

std::string experiment() {
  return "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}, preset: oblivious-1vc}\n"
         "workload: {type: trace, file: '" +
         std::string(FSIN_SOURCE_DIR) + "/traces/npb/is.W.64.txt.zst', cpu: {scale: 1}}\n";
}

Ran run_words(const Scratch& scratch, std::vector<std::string> words, int code = 0) {
  words.insert(words.begin(), {"run", "exp.yaml", "-q", "--json", "-"});
  Ran ran = run_fsin_in(scratch.path(), words);
  CHECK_MESSAGE(ran.code == code, ran.err);
  return ran;
}

/// Events as text, without the numbers that only tie ends together, in order of text.
std::vector<std::string> sorted_events(const Json& timeline) {
  std::vector<std::string> events;
  for (Json event : timeline["traceEvents"]) {
    event.erase("id");
    events.push_back(event.dump());
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace

TEST_CASE("slices of a rank do not overlap and add up to what the result says of the ranks") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment());
  const Json result = Json::parse(run_words(scratch, {"--timeline", "t.json", "--timeline-shortest", "1"}).out);
  const Json timeline = Json::parse(read_file(scratch.path() / "t.json"));
  std::map<unsigned, double> end_of;
  std::map<std::string, double> sums;
  std::map<std::string, std::size_t> phases;
  bool overlap = false;
  for (const Json& event : timeline["traceEvents"]) {
    ++phases[event["ph"]];
    if (event["ph"] != "X") continue;
    double& end = end_of[event["tid"]];
    overlap = overlap || event["ts"].get<double>() < end - 1e-6;
    end = event["ts"].get<double>() + event["dur"].get<double>();
    sums[event["name"]] += event["dur"].get<double>();
  }
  CHECK_FALSE(overlap);
  CHECK(end_of.size() == 64);
  const auto messages = result["messages"]["delivered"].get<std::size_t>();
  for (const char* phase : {"b", "e", "s", "f"}) CHECK(phases[phase] == messages);
  CHECK(sums["compute"] / 64e6 == doctest::Approx(result["ranks"]["compute_seconds"].get<double>()).epsilon(1e-6));
  CHECK((sums["wait_message"] + sums["wait_room"]) / 64e6 ==
        doctest::Approx(result["ranks"]["wait_seconds"].get<double>()).epsilon(1e-6));
}

TEST_CASE("a timeline is small unless asked for whole, and says what it joins and leaves out") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment());
  const Ran ran = run_words(scratch, {"--timeline", "t.json"});
  CHECK(ran.err.find("spans of fewer than ") != std::string::npos);
  CHECK(ran.err.find("--timeline-shortest 1 shows all") != std::string::npos);
  const std::string text = read_file(scratch.path() / "t.json");
  CHECK(text.size() < 10'000'000);
  CHECK(text.size() > 2'000'000);
  const Json result = Json::parse(ran.out);
  std::map<unsigned, double> end_of;
  bool overlap = false;
  const Json timeline = Json::parse(text);
  for (const Json& event : timeline["traceEvents"]) {
    if (event["ph"] != "X") continue;
    double& end = end_of[event["tid"]];
    overlap = overlap || event["ts"].get<double>() < end - 1e-6;
    end = event["ts"].get<double>() + event["dur"].get<double>();
  }
  CHECK_FALSE(overlap);
  CHECK(end_of.size() == 64);
  // Joined spans take the time of those that they were joined from: some rank is shown until the end of the run.
  double last = 0;
  for (const auto& [rank, end] : end_of) last = std::max(last, end);
  CHECK(last / 1e6 == doctest::Approx(result["simulated_seconds"].get<double>()).epsilon(1e-3));
}

TEST_CASE("MPI calls are slices around what ranks do in them") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment());
  run_words(scratch, {"--timeline", "t.json", "--timeline-ranks", "0-3", "--timeline-cycles", "0-60000"});
  const Json timeline = Json::parse(read_file(scratch.path() / "t.json"));
  std::map<unsigned, std::vector<double>> inside;  // beginnings of the calls that a rank is in
  std::size_t calls = 0;
  bool nested = true;
  for (const Json& event : timeline["traceEvents"]) {
    if (event["ph"] == "B") {
      ++calls;
      CHECK(event["name"].get<std::string>().starts_with("MPI_"));
      inside[event["tid"]].push_back(event["ts"]);
    } else if (event["ph"] == "E") {
      REQUIRE_FALSE(inside[event["tid"]].empty());
      inside[event["tid"]].pop_back();
    } else if (event["ph"] == "X" && !inside[event["tid"]].empty()) {
      nested = nested && event["ts"].get<double>() >= inside[event["tid"]].back() - 1e-6;
    }
  }
  CHECK(calls > 10);
  CHECK(nested);
  for (const auto& [rank, open] : inside) CHECK(open.empty());
}

TEST_CASE("both engines give the same timeline, and a window of it is small") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment());
  const std::vector<std::string> window{
      "--timeline-cycles", "48000-70000", "--timeline-ranks", "8-23", "--timeline-every", "2"};
  std::array<std::vector<std::string>, 2> events;
  for (const std::size_t i : {0U, 1U}) {
    auto words = window;
    words.insert(words.end(), {"--timeline", "t.json", "--engine", i == 0 ? "event" : "reference"});
    words.push_back("measure.max_cycles=75000");  // behind the window the reference engine would go on for long
    run_words(scratch, words, 1);
    events[i] = sorted_events(Json::parse(read_file(scratch.path() / "t.json")));
  }
  CHECK(events[0] == events[1]);
  CHECK(events[0].size() > 100);
  CHECK(events[0].size() < 30'000);
}

TEST_CASE("packets of synthetic load are on the tracks of their nodes") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
               "workload: {type: synthetic, pattern: uniform, load: 0.1}\nmeasure: {warmup: 0, cycles: 2000}\n");
  const Json result = Json::parse(run_words(scratch, {"--timeline", "t.json"}).out);
  const Json timeline = Json::parse(read_file(scratch.path() / "t.json"));
  std::size_t packets = 0;
  for (const Json& event : timeline["traceEvents"]) {
    packets += event["ph"] == "b" ? 1U : 0U;
  }
  CHECK(packets == result["packets"]["delivered"].get<std::size_t>());
}

TEST_CASE("a Paje timeline is in order of time, and PajeNG finds every message in it") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment());
  const Json result = Json::parse(run_words(scratch, {"--timeline", "t.paje", "--timeline-shortest", "100"}).out);
  std::istringstream lines(read_file(scratch.path() / "t.paje"));
  std::size_t links = 0;
  double last = 0;
  bool ordered = true;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] < '6' || line[0] > '8') continue;
    const double time = std::stod(line.substr(2));
    ordered = ordered && time >= last;
    last = time;
    links += line[0] == '8' ? 1U : 0U;
  }
  CHECK(ordered);
  CHECK(links == result["messages"]["delivered"].get<std::size_t>());
  if (std::system("command -v pj_dump >/dev/null 2>&1") != 0) {  // NOLINT: no threads here
    MESSAGE("pj_dump is not installed: only our own reading of the file was checked");
    return;
  }
  const std::string dump =
      "pj_dump '" + (scratch.path() / "t.paje").string() + "' > '" + (scratch.path() / "dump.csv").string() + "'";
  REQUIRE(std::system(dump.c_str()) == 0);  // NOLINT
  const std::string dumped = read_file(scratch.path() / "dump.csv");
  std::size_t found = 0;
  for (std::size_t at = dumped.find("Link,"); at != std::string::npos; at = dumped.find("Link,", at + 1)) ++found;
  CHECK(found == links);
}

TEST_CASE(
    "a timeline that cannot be written ends the run with its reason and leaves no file, on one thread or several") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment());
  const std::string program = std::string(FSIN_BINARY_DIR) + "/bin/fsin";
  for (const std::string file : {"t.json", "t.paje"}) {
    for (const std::string threads : {"1", "2 --force-threads"}) {
      const std::string command = "cd '" + scratch.path().string() + "' && trap '' XFSZ && ulimit -f 8 && '" + program +
                                  "' run exp.yaml -q --timeline " + file + " --threads " + threads +
                                  " >out.txt 2>err.txt";
      const int status = std::system(("bash -c \"" + command + "\"").c_str());  // NOLINT: no threads here
      CHECK(WIFEXITED(status));
      CHECK(WEXITSTATUS(status) == 3);
      CHECK(read_file(scratch.path() / "err.txt").find(file + ": cannot write") != std::string::npos);
      CHECK_FALSE(std::filesystem::exists(scratch.path() / file));
      CHECK_FALSE(std::filesystem::exists(scratch.path() / (file + ".incomplete")));
    }
  }
}

TEST_CASE("a timeline of several runs, of no known format, or without a file is refused") {
  const Scratch scratch;
  scratch.file("exp.yaml", experiment());
  const auto message = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "exp.yaml"});
    const Ran ran = run_fsin_in(scratch.path(), words);
    CHECK(ran.code == 2);
    return ran.err;
  };
  CHECK(message({"--timeline", "t.json", "--seeds", "2"}).find("shows one run") != std::string::npos);
  CHECK(message({"--timeline", "t.svg"}).find("end it in .json") != std::string::npos);
  CHECK(message({"--timeline-cycles", "1-2"}).find("add --timeline") != std::string::npos);
  CHECK(message({"--timeline", "t.json", "--timeline-ranks", "9-2"}).find("is not FIRST-LAST") != std::string::npos);
}

}  // namespace timeline_test
