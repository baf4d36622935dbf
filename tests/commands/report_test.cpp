// SPDX-License-Identifier: Apache-2.0
// fsin report as a user runs it: where the page goes, what it says of half a sweep, mistakes.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/commands/cli.hpp"

namespace report_test {

using namespace fsin::test;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

constexpr const char* small =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 100, cycles: 500}\n"
    "sweep:\n  grid:\n    workload.load: [0.1, 0.2]\n  seeds: 2\n";

void make_sweep(const Scratch& scratch) {
  scratch.file("exp.yaml", small);
  REQUIRE(run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "-q", "--no-cache", "--out", "r"}).code == 0);
}

}  // namespace

TEST_CASE("a report stands in the folder of the sweep, or where it is asked for") {
  const Scratch scratch;
  make_sweep(scratch);
  const Ran ran = run_fsin_in(scratch.path(), {"report", "r", "--json", "data.json"});
  CHECK(ran.code == 0);
  CHECK(ran.out.empty());
  CHECK(ran.err.find("r/report.html: 2 points, 4 runs, ") == 0);
  const std::string page = read_file(scratch.path() / "r" / "report.html");
  CHECK(page.find("<!DOCTYPE html>") == 0);
  CHECK(page.find("<title>exp</title>") != std::string::npos);
  const Json data = Json::parse(read_file(scratch.path() / "data.json"));
  CHECK(data["links"]["points"].size() == 2);
  CHECK(data["series"]["points"].size() == 2);
  CHECK(data["traffic"]["points"].size() == 2);
  CHECK(data["ranks"].is_null());
  CHECK(run_fsin_in(scratch.path(), {"report", "r", "-o", "other.html", "--title", "A & B"}).code == 0);
  CHECK(read_file(scratch.path() / "other.html").find("<title>A &amp; B</title>") != std::string::npos);
}

TEST_CASE("two reports of one folder are equal") {
  const Scratch scratch;
  make_sweep(scratch);
  CHECK(run_fsin_in(scratch.path(), {"report", "r", "-o", "a.html"}).code == 0);
  CHECK(run_fsin_in(scratch.path(), {"report", "r", "-o", "b.html"}).code == 0);
  CHECK(read_file(scratch.path() / "a.html") == read_file(scratch.path() / "b.html"));
}

TEST_CASE("the folder of a run has a report with every figure that a sweep of it has") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  REQUIRE(run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "-q", "--no-cache", "--out", "s"}).code == 0);
  const std::string text = small;
  scratch.file("one.yaml", text.substr(0, text.find("sweep:")));
  REQUIRE(run_fsin_in(scratch.path(), {"run", "one.yaml", "load=0.1", "--seeds", "2", "-q", "--out", "r"}).code == 0);
  const Ran ran = run_fsin_in(scratch.path(), {"report", "r", "--json", "run.json"});
  CHECK(ran.code == 0);
  CHECK(ran.err.find("r/report.html: 1 point, 2 runs, ") == 0);
  REQUIRE(run_fsin_in(scratch.path(), {"report", "s", "--json", "sweep.json"}).code == 0);
  const Json run = Json::parse(read_file(scratch.path() / "run.json"));
  const Json sweep = Json::parse(read_file(scratch.path() / "sweep.json"));
  CHECK(run["partial"].is_null());
  CHECK(run["provenance"]["source"] == "one.yaml");
  for (const auto& [figure, value] : sweep["figures"].items()) {
    CAPTURE(figure);
    if (value["mean"][0].is_null()) continue;
    CHECK(run["figures"][figure]["mean"][0] == value["mean"][0]);
  }
  for (const char* part : {"latency", "links", "series", "traffic"}) {
    CAPTURE(part);
    CHECK(run[part]["points"][0] == sweep[part]["points"][0]);
  }
}

TEST_CASE("the folder of a replay has what each rank did, in the table and in the report") {
  const Scratch scratch;
  scratch.file("exp.yaml",
               "fsin: 1\nnetwork: {topology: {type: mesh, dims: [2, 2]}, preset: adaptive-3vc}\n"
               "workload: {type: trace, file: " FSIN_SOURCE_DIR "/traces/npb/is.S.4.txt.zst, order: causal}\n");
  REQUIRE(run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--out", "r"}).code == 0);
  CHECK(read_file(scratch.path() / "r" / "ranks.csv").find("point,rank,node,compute,wait_message,wait_room,send,") ==
        0);
  REQUIRE(run_fsin_in(scratch.path(), {"report", "r", "--json", "data.json"}).code == 0);
  const Json data = Json::parse(read_file(scratch.path() / "data.json"));
  CHECK(data["ranks"]["points"][0]["rank"].size() == 4);
  CHECK(data["gantt"]["points"][0]["ranks"] == 4);
  CHECK(data.at("provenance").at("inputs").size() == 2);  // the experiment and the trace
  const auto with_reference =
      run_fsin_in(scratch.path(), {"run", "exp.yaml", "-q", "--engine", "reference", "--out", "x"});
  REQUIRE(with_reference.code == 0);
  for (const char* table : {"ranks.csv", "gantt.csv"}) {
    CAPTURE(table);
    CHECK(read_file(scratch.path() / "r" / table) == read_file(scratch.path() / "x" / table));
  }
}

TEST_CASE("a run does not mix its results with those of a sweep") {
  const Scratch scratch;
  make_sweep(scratch);
  const std::string before = read_file(scratch.path() / "r" / "runs.jsonl");
  const std::string text = small;
  scratch.file("one.yaml", text.substr(0, text.find("sweep:")));
  const Ran ran = run_fsin_in(scratch.path(), {"run", "one.yaml", "-q", "--out", "r"});
  CHECK(ran.code == 3);
  CHECK(ran.err.find("r: holds the results of fsin sweep") != std::string::npos);
  CHECK(read_file(scratch.path() / "r" / "runs.jsonl") == before);
}

TEST_CASE("a sweep does not mix its results with those of a run") {
  const Scratch scratch;
  const std::string text = small;
  scratch.file("one.yaml", text.substr(0, text.find("sweep:")));
  scratch.file("many.yaml", text);
  REQUIRE(run_fsin_in(scratch.path(), {"run", "one.yaml", "-q", "--out", "r"}).code == 0);
  const std::string before = read_file(scratch.path() / "r" / "runs.jsonl");
  const Ran ran = run_fsin_in(scratch.path(), {"sweep", "many.yaml", "-q", "--no-cache", "--out", "r"});
  CHECK(ran.code == 3);
  CHECK(ran.err.find("r: holds the results of fsin run") != std::string::npos);
  CHECK(read_file(scratch.path() / "r" / "runs.jsonl") == before);
  CHECK(!std::filesystem::exists(scratch.path() / "r" / "sweep.json"));
}

TEST_CASE("figures for LaTeX: a table and a picture of each, and a document") {
  const Scratch scratch;
  make_sweep(scratch);
  REQUIRE(run_fsin_in(scratch.path(), {"report", "r", "--figures", "tex"}).code == 0);
  const std::string table = read_file(scratch.path() / "tex" / "latency.mean.dat");
  CHECK(table.find("\nx mean mean_half mean_state\n0.1 ") != std::string::npos);
  for (const char* name : {"latency.mean.tex", "load.accepted.dat", "links.utilisation_max.tex", "figures.tex"}) {
    CAPTURE(name);
    CHECK(fs::exists(scratch.path() / "tex" / name));
  }
}

TEST_CASE("figures for LaTeX: those that are named, or all, and none that no run has") {
  const Scratch scratch;
  make_sweep(scratch);
  const auto written = [&scratch](const char* folder) {
    std::size_t tables = 0;
    for (const auto& entry : fs::directory_iterator(scratch.path() / folder))
      tables += entry.path().extension() == ".dat";
    return tables;
  };
  const Ran named =
      run_fsin_in(scratch.path(), {"report", "r", "--figures", "named", "--figure", "load.jain", "--figure",
                                   "slowdown.mean", "--figure-size", "page", "--figure-title"});
  CHECK(named.code == 0);
  CHECK(named.err.find("no run of this folder has the figure \"slowdown.mean\"") != std::string::npos);
  CHECK(written("named") == 1);
  CHECK(read_file(scratch.path() / "named" / "load.jain.tex").find("width=174mm") != std::string::npos);
  REQUIRE(run_fsin_in(scratch.path(), {"report", "r", "--figures", "main"}).code == 0);
  REQUIRE(run_fsin_in(scratch.path(), {"report", "r", "--figures", "all", "--figure", "all"}).code == 0);
  CHECK(written("main") < 12);
  CHECK(written("all") > 25);
}

TEST_CASE("a part of a sweep has a report that says how much of it there is") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  REQUIRE(run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "-q", "--no-cache", "--out", "r"}).code == 0);
  Json sweep = Json::parse(read_file(scratch.path() / "r" / "sweep.json"));
  sweep["complete"] = false;
  scratch.file("r/sweep.json", sweep.dump());
  for (const char* file : {"r/runs.jsonl", "r/results.jsonl"}) {
    const std::string runs = read_file(scratch.path() / file);
    scratch.file(file, runs.substr(0, runs.find('\n') + 1));
  }
  const Ran ran = run_fsin_in(scratch.path(), {"report", "r"});
  CHECK(ran.code == 0);
  CHECK(ran.err.find("partial: 1 of 4 runs\n") == 0);
}

TEST_CASE("mistakes give one line and an exit code") {
  const Scratch scratch;
  make_sweep(scratch);
  const Ran none = run_fsin_in(scratch.path(), {"report"});
  CHECK(none.code == 2);
  CHECK(none.err ==
        "fsin report: no folder given; write fsin report DIR, with a folder of fsin sweep or fsin run --out\n");
  const Ran two = run_fsin_in(scratch.path(), {"report", "r", "s"});
  CHECK(two.code == 2);
  CHECK(two.err ==
        "fsin report: \"s\" is one folder too many; write fsin report DIR, with a folder of fsin sweep or fsin run "
        "--out\n");
  const Ran absent = run_fsin_in(scratch.path(), {"report", "nowhere"});
  CHECK(absent.code == 3);
  CHECK(absent.err ==
        "fsin report: nowhere/sweep.json: cannot open; is nowhere a folder that fsin sweep or fsin run --out wrote?\n");
  fs::resize_file(scratch.path() / "r" / "results.jsonl", 1000);
  const Ran damaged = run_fsin_in(scratch.path(), {"report", "r"});
  CHECK(damaged.code == 3);
  CHECK(damaged.err.find("fsin report: r/results.jsonl:1: not a run; the file is damaged") == 0);
  CHECK(damaged.err.find('\n') == damaged.err.size() - 1);
  CHECK_FALSE(fs::exists(scratch.path() / "r" / "report.html"));
}

}  // namespace report_test
