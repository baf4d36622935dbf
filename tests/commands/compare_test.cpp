// SPDX-License-Identifier: Apache-2.0
// fsin compare of two folders, as a user runs it.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace compare_test {

using namespace fsin::test;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

constexpr const char* small =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, preset: oblivious-1vc}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 100, cycles: 4000, confidence: 0.95}\n"
    "sweep: {grid: {workload.load: [0.1, 0.5]}, seeds: 4}\n";

void sweep(const Scratch& scratch, const std::string& out, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"sweep", "exp.yaml", "-q", "--no-cache", "--out", out};
  words.insert(words.end(), more.begin(), more.end());
  REQUIRE(run_fsin_in(scratch.path(), words).code == 0);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("two sweeps: configuration, versions and figures side by side") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  sweep(scratch, "a");
  sweep(scratch, "b", {"network.preset=adaptive-3vc"});
  const Ran ran = run_fsin_in(scratch.path(), {"compare", "a", "b"});
  CHECK(ran.code == 0);
  CHECK(ran.err.empty());
  CHECK(has(ran.out, "A  a: 2 points, 8 runs\n"));
  CHECK(has(ran.out, "network.router.virtual_channels  1              3             every point"));
  CHECK(has(ran.out, "latency.mean in cycles\n"));
  CHECK(has(ran.out, "2 of 2 points are paired by seed"));
  CHECK(has(ran.out, "by Holm's correction"));
  CHECK(run_fsin_in(scratch.path(), {"compare", "a", "b", "--fail-on-difference"}).code == 1);
  CHECK(run_fsin_in(scratch.path(), {"compare", "a", "a", "--fail-on-difference"}).code == 0);

  const Ran json = run_fsin_in(
      scratch.path(), {"compare", "a", "b", "--json", "-", "--figure", "latency.p99", "--figure", "latency.mean"});
  const Json read = Json::parse(json.out);
  CHECK(read["tests"] == 4);
  CHECK(read["points"][1]["figures"]["latency.mean"]["significant"] == true);
  CHECK(read["points"][1]["figures"]["latency.mean"]["difference"]["value"] < 0);
  CHECK(read["points"][0]["figures"]["latency.p99"]["unit"] == "cycles");
}

TEST_CASE("two sweeps on a page: a picture and a table of each figure, and what both were asked for") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  sweep(scratch, "a");
  sweep(scratch, "b<1>", {"network.preset=adaptive-3vc"});
  const Ran ran = run_fsin_in(scratch.path(), {"compare", "a", "b<1>", "--page", "page.html", "--figure", "latency.p99",
                                               "--figure", "load.accepted"});
  CHECK(ran.code == 0);
  CHECK(has(ran.out, "latency.p99"));  // the terminal has the table all the same
  const std::string page = read_file(scratch.path() / "page.html");
  CHECK(has(page, "<h1>a and b&lt;1&gt; compared</h1>"));
  CHECK(has(page, "<td class=\"word\">network.router.virtual_channels</td><td class=\"word\">1</td>"));
  CHECK(has(page, "aria-label=\"B / A of latency.p99, which the table has in numbers\""));
  CHECK(has(page, "aria-label=\"B / A of load.accepted, which the table has in numbers\""));
  CHECK(has(page, "<th scope=\"col\">B / A</th>"));
  const auto count = [&page](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = page.find(part); at != std::string::npos; at = page.find(part, at + 1)) ++found;
    return found;
  };
  CHECK(count("<circle") == 4);  // two points in two figures
  CHECK(count("<table>") == 3);  // and the configuration
  // A page does not overwrite what is compared, and files of runs have none.
  CHECK(run_fsin_in(scratch.path(), {"compare", "a", "b<1>", "--page", "a/sweep.json"}).code == 2);
  const Ran files = run_fsin_in(scratch.path(), {"compare", "x/y=r.json", "--page", "page.html"});
  CHECK(files.code == 2);
  CHECK(has(files.err, "--page is for folders of fsin sweep"));
}

TEST_CASE("folders of runs are compared with each other and with a sweep") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  sweep(scratch, "s");
  const std::string text = small;
  scratch.file("one.yaml", text.substr(0, text.find("sweep:")));
  const auto run = [&](const std::string& out, const std::string& load) {
    REQUIRE(run_fsin_in(scratch.path(), {"run", "one.yaml", "-q", "--seeds", "4", load, "--out", out}).code == 0);
  };
  run("a", "load=0.1");
  run("b", "load=0.3");
  const Ran two = run_fsin_in(scratch.path(), {"compare", "a", "b", "--json", "-"});
  CHECK(two.code == 0);
  const Json read = Json::parse(two.out);
  REQUIRE(read["points"].size() == 1);
  CHECK(read["points"][0]["figures"]["latency.mean"]["significant"] == true);
  CHECK(run_fsin_in(scratch.path(), {"compare", "a", "a", "--fail-on-difference"}).code == 0);
  // The point of the sweep with the same configuration and seeds: the same deliveries.
  const Json mixed = Json::parse(run_fsin_in(scratch.path(), {"compare", "s", "a", "--json", "-"}).out);
  REQUIRE(mixed["points"].size() == 1);
  CHECK(mixed["points"][0]["figures"]["latency.mean"]["difference"]["value"] == 0);
}

TEST_CASE("a folder that an older run wrote is refused by name") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  sweep(scratch, "s");
  fs::remove(scratch.path() / "s" / "sweep.json");
  const Ran ran = run_fsin_in(scratch.path(), {"compare", "s", "s"});
  CHECK(ran.code == 3);
  CHECK(has(ran.err, "s: has neither sweep.json nor run.json"));
}

TEST_CASE("a point of one sweep alone is named, and other seeds are compared by Welch's test") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  sweep(scratch, "a");
  scratch.file("exp.yaml", std::string(small).replace(std::string(small).find("[0.1, 0.5]"), 10, "[0.5, 0.6]"));
  sweep(scratch, "b", {"measure.seed=11"});
  const Ran ran = run_fsin_in(scratch.path(), {"compare", "a", "b", "--fail-on-difference"});
  CHECK(ran.code == 1);
  CHECK(has(ran.out, "only in A (1): 0.1\n"));
  CHECK(has(ran.out, "only in B (1): 0.6\n"));
  CHECK(has(ran.out, "seeds     A: 1 to 4, B: 11 to 14\n"));
  CHECK(has(ran.out, "0 of 1 points are paired by seed, the others compared by Welch's t"));
}

TEST_CASE("a folder that cannot be compared is one line and exit code 3, a mistake in the call is exit code 2") {
  const Scratch scratch;
  scratch.file("exp.yaml", small);
  sweep(scratch, "a");
  sweep(scratch, "b");
  const auto fails = [&](const std::string& part) {
    const Ran ran = run_fsin_in(scratch.path(), {"compare", "a", "b"});
    CHECK(ran.code == 3);
    CHECK_MESSAGE(has(ran.err, part), ran.err);
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    CHECK(ran.out.empty());
  };
  const std::string runs = read_file(scratch.path() / "b" / "runs.jsonl");
  scratch.file("b/runs.jsonl", runs.substr(0, runs.size() / 2));
  fails("b/runs.jsonl:");
  scratch.file("b/runs.jsonl", "{\"point\": 9, \"seed\": 1, \"key\": \"\", \"outcome\": \"finished\"}\n");
  fails("b: has a run of point 9, but sweep.json has ");
  scratch.file("b/runs.jsonl", "{\"point\": 0, \"seed\": 1, \"key\": \"\"}\n");
  fails("b/runs.jsonl:1: not a run");
  fs::remove(scratch.path() / "b" / "runs.jsonl");
  fails("b/runs.jsonl: cannot open");
  scratch.file("b/sweep.json", "{\"fsin_sweep\": 3, \"plan\": {\"name\": 7}}");
  fails("b/sweep.json: damaged: ");
  scratch.file("b/sweep.json", "{\"fsin_sweep\": 99, \"plan\": {}}");
  fails("written in schema 99");
  scratch.file("b/sweep.json", "{");
  fails("b/sweep.json: not the description of a sweep");
  fs::remove_all(scratch.path() / "b");
  fails("b/sweep.json: cannot open; is b a folder that fsin sweep or fsin run --out wrote?");

  CHECK(run_fsin_in(scratch.path(), {"compare", "a"}).code == 2);
  CHECK(run_fsin_in(scratch.path(), {"compare", "a", "a", "--svg", "x"}).code == 2);
  const Ran ran = run_fsin_in(scratch.path(), {"compare", "a", "a", "--figure", "latency.men"});
  CHECK(ran.code == 2);
  CHECK(has(ran.err, "latency.mean"));
  CHECK(run_fsin_in(scratch.path(), {"compare", "IS/one=x.json", "--figure", "cycles"}).code == 2);
}

}  // namespace compare_test
