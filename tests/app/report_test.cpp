// SPDX-License-Identifier: Apache-2.0
// fsin report as a user runs it: where the page goes, what it says of half a sweep, mistakes.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/cli.hpp"

using namespace fsin::app::test;
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

TEST_CASE("a part of a sweep has a report that says how much of it there is") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  REQUIRE(run_fsin_in(scratch.path(), {"sweep", "exp.yaml", "-q", "--no-cache", "--out", "r"}).code == 0);
  Json sweep = Json::parse(read_file(scratch.path() / "r" / "sweep.json"));
  sweep["complete"] = false;
  scratch.file("r/sweep.json", sweep.dump());
  const std::string runs = read_file(scratch.path() / "r" / "runs.jsonl");
  scratch.file("r/runs.jsonl", runs.substr(0, runs.find('\n') + 1));
  const Ran ran = run_fsin_in(scratch.path(), {"report", "r"});
  CHECK(ran.code == 0);
  CHECK(ran.err.find("partial: 1 of 4 runs\n") == 0);
}

TEST_CASE("mistakes give one line and an exit code") {
  const Scratch scratch;
  make_sweep(scratch);
  const Ran none = run_fsin_in(scratch.path(), {"report"});
  CHECK(none.code == 2);
  CHECK(none.err == "fsin report: no folder given; write fsin report DIR, with the folder of a sweep\n");
  const Ran two = run_fsin_in(scratch.path(), {"report", "r", "s"});
  CHECK(two.code == 2);
  CHECK(two.err == "fsin report: \"s\" is one folder too many; write fsin report DIR, with the folder of a sweep\n");
  const Ran absent = run_fsin_in(scratch.path(), {"report", "nowhere"});
  CHECK(absent.code == 3);
  CHECK(absent.err ==
        "fsin report: nowhere/sweep.json: cannot open; is nowhere the folder of a sweep? fsin sweep makes one, of a "
        "single experiment too\n");
  fs::resize_file(scratch.path() / "r" / "points.csv", 1000);
  const Ran damaged = run_fsin_in(scratch.path(), {"report", "r"});
  CHECK(damaged.code == 3);
  CHECK(damaged.err.find("fsin report: r/points.csv:") == 0);
  CHECK(damaged.err.find("; the file is damaged, run the sweep again\n") != std::string::npos);
  CHECK(damaged.err.find('\n') == damaged.err.size() - 1);
  CHECK_FALSE(fs::exists(scratch.path() / "r" / "report.html"));
}
