// SPDX-License-Identifier: Apache-2.0
// The report data of a small sweep whose numbers are known.
#include "fsin/report/page/document.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "fsin/report/page/pgfplots.hpp"
#include "fsin/report/page/plot_lines.hpp"
#include "fsin/report/page/still.hpp"
#include "fsin/stats/confidence.hpp"
#include "fsin/sweep/run_json.hpp"
#include "tests/report/page/sample_sweep.hpp"

namespace document_test {

using namespace fsin;
namespace page = fsin::report::page;
using page::test::Json;
using page::test::SampleFolder;

namespace {

Json report_of(const SampleFolder& sample, const page::Limits& limits = {}) {
  return page::report_json(sweep::read_results(sample.path(), sweep::Wanted::everything), "", "fsin 1", limits);
}

std::string error_of(const SampleFolder& sample) {
  try {
    static_cast<void>(report_of(sample));
  } catch (const sweep::SweepError& error) {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("points, axes and figures are those of the folder") {
  const SampleFolder sample;
  const Json report = report_of(sample);
  CHECK(report["title"] == "sample");
  CHECK(report["partial"].is_null());
  CHECK(report["main"] == "latency.mean");
  CHECK(report["axes"][0]["steps"] == Json({"one, plain", "three"}));
  CHECK(report["axes"][0]["load"] == false);
  CHECK(report["axes"][1]["load"] == true);
  CHECK(report["axes"][1]["numeric"] == true);
  CHECK(report["points"].size() == 4);
  CHECK(report["points"][3]["steps"] == Json({1, 1}));
  CHECK(report["points"][0]["outcome"] == "finished");
  CHECK(report["points"][1]["outcome"] == "saturated");
  CHECK(report["points"][0]["nodes"] == 4);
  CHECK(report["points"][0]["seconds_per_cycle"] == 1e-8);
  const Json& latency = report["figures"]["latency.mean"];
  CHECK(latency["unit"] == "cycles");
  CHECK(latency["mean"] == Json({102, 202, 52, 102}));
  CHECK(latency["n"] == Json({3, 3, 3, 3}));
  CHECK(latency["half"][0].get<double>() ==
        doctest::Approx(stats::estimate({101, 102, 103}, 0.9).half_width).epsilon(1e-6));
  for (const char* absent : {"series", "ranks", "gantt", "traffic"}) CHECK(report[absent].is_null());
}

namespace {

/// The text of a file of the pictures for LaTeX; empty where it is not written.
std::string plot(const Json& report, const std::string& name, page::PlotOptions options = {}) {
  if (options.figures.empty()) options.figures = page::printed_figures(report);
  for (const page::PlotFile& file : page::pgfplots_files(report, options)) {
    if (file.name == name) return file.text;
  }
  return "";
}

}  // namespace

TEST_CASE("a figure becomes a table and a picture for pgfplots, with titles in words") {
  const SampleFolder sample;
  const Json report = report_of(sample);
  const std::string table = plot(report, "latency.mean.dat");
  CHECK(mentions(table, "# unit: cycles\n"));
  CHECK(mentions(table, "# experiment: sample, An <b>example</b>\n"));
  CHECK(mentions(table, "90 % interval"));
  CHECK(mentions(table, "# column x: Offered load (phits per node and cycle)\n"));
  CHECK(mentions(table, "# column one_plain: one, plain\n"));
  CHECK(mentions(table, "\nx one_plain one_plain_half one_plain_state three three_half three_state\n0.25 102 1.685"));
  CHECK(mentions(table, "\n0.5 202 1.685"));
  const std::string picture = plot(report, "latency.mean.tex");
  CHECK(mentions(picture, "table [x=x, y=three, y error=three_half] {latency.mean.dat};\n"));
  CHECK(mentions(picture, "\\addlegendentry{three}\n"));
  CHECK(
      mentions(picture, "xlabel={Offered load (phits per node and cycle)}, ylabel={Mean latency from entry (cycles)}"));
  CHECK(mentions(plot(report, "figures.tex"), "\\input{latency.mean.tex}\n"));
}

TEST_CASE("saturated points have hollow marks in pictures and a column in tables") {
  const SampleFolder sample;
  Json report = report_of(sample);  // point 1, the first router at 0.5, is saturated
  CHECK(mentions(plot(report, "latency.mean.dat"), "\n0.25 102 1.685"));
  const std::string table = plot(report, "latency.mean.dat");
  const std::string rows = table.substr(table.rfind("\n0.5 ") + 1);
  CHECK(rows.find(" 2 102 ") != std::string::npos);
  const std::string picture = plot(report, "latency.mean.tex");
  CHECK(mentions(picture, "restrict expr to domain={\\thisrow{one_plain_state}}{2:2}] table [x=x, y=one_plain]"));
  CHECK_FALSE(mentions(picture, "{\\thisrow{three_state}}{2:2}"));
  CHECK(mentions(picture, "fill=white, thick}}\n\\addlegendentry{saturated}\n"));
  CHECK_FALSE(mentions(picture, "not settled"));
  report["figures"]["settled"]["mean"] = {1, 1, 0.5, 1};
  const std::string pale = plot(report, "latency.mean.tex");
  CHECK(mentions(pale, "{\\thisrow{three_state}}{1:1}"));
  CHECK(mentions(pale, "\\addlegendentry{not settled}\n"));
}

TEST_CASE("pictures have the size that is asked for, and title and provenance on demand") {
  const SampleFolder sample;
  const Json report = report_of(sample);
  const std::string column = plot(report, "latency.mean.tex");
  CHECK(mentions(column, "width=84mm"));
  CHECK_FALSE(mentions(column, "title={Mean"));
  CHECK_FALSE(mentions(column, "\\node"));
  page::PlotOptions options;
  options.size = "page";
  options.title = options.provenance = true;
  const std::string whole = plot(report, "latency.mean.tex", options);
  CHECK(mentions(whole, "width=174mm"));
  CHECK(mentions(whole, "title={Mean latency from entry: sample, An \\textless{}b\\textgreater{}example"));
  CHECK(mentions(whole, "3 runs a point from seed 1"));
}

TEST_CASE("figures that are the same for all points are written on demand") {
  const SampleFolder sample;
  const Json report = report_of(sample);
  CHECK(page::printed_figures(report) == std::vector<std::string>{"load.accepted", "latency.mean"});
  CHECK(plot(report, "load.jain.dat").empty());
  page::PlotOptions options;
  options.figures = {"load.jain"};
  CHECK_FALSE(plot(report, "load.jain.dat", options).empty());
  CHECK(plot(report, "latency.mean.dat", options).empty());
}

TEST_CASE("without JavaScript there is a still picture and a table of the points") {
  const SampleFolder sample;
  const std::string still = page::still_html(report_of(sample));
  CHECK(mentions(still, "Mean latency from entry (cycles)"));
  CHECK(mentions(still, "<svg "));
  CHECK(mentions(still, "<tr><td>one, plain, 0.5</td>"));
  CHECK(mentions(still, "202 ± 1.7</td>"));
  CHECK(mentions(still, "<td>saturated</td>"));
  const auto count = [&still](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = still.find(part); at != std::string::npos; at = still.find(part, at + 1)) ++found;
    return found;
  };
  CHECK(count("class=\"hollow\"") == 1);
  CHECK(count("class=\"filled\"") == 3);
}

TEST_CASE("ratios are to the first step of an axis, paired by seed") {
  const SampleFolder sample;
  const Json ratios = report_of(sample)["ratios"];
  REQUIRE(ratios.size() == 2);
  CHECK(ratios[0]["axis"] == 0);
  const Json& latency = ratios[0]["figures"]["latency.mean"];
  CHECK(latency["mean"][0] == 1);
  CHECK(latency["half"][0] == 0);
  const auto expected = stats::paired_ratio({51, 52, 53}, {101, 102, 103}, 0.9);
  CHECK(latency["mean"][2].get<double>() == doctest::Approx(expected->mean).epsilon(1e-6));
  CHECK(latency["half"][2].get<double>() == doctest::Approx(expected->half_width).epsilon(1e-6));
  CHECK(latency["n"][2] == 3);
  for (const char* other : {"cycles", "simulated_seconds", "load.jain"}) {
    CAPTURE(other);
    CHECK(ratios[1]["figures"][other]["mean"][1] == 1);
  }
}

TEST_CASE("one seed has means and ratios, and no intervals") {
  const fsin::test::Scratch scratch;
  sweep::Plan plan = page::test::sample_plan();
  plan.seeds = 1;
  std::vector<sweep::Run> runs;
  for (std::size_t point = 0; point < 4; ++point) runs.push_back(page::test::sample_run(plan, point, 1));
  report::write_results(scratch.path(), plan, runs, true, {});
  const Json report = page::report_json(sweep::read_results(scratch.path(), sweep::Wanted::everything), "T", "fsin 1");
  CHECK(report["title"] == "T");
  CHECK(report["figures"]["latency.mean"]["mean"][0] == 101);
  CHECK(report["figures"]["latency.mean"]["half"][0].is_null());
  CHECK(report["ratios"][0]["figures"]["latency.mean"]["half"][3].is_null());
}

TEST_CASE("every link has its load and its place on paper") {
  const SampleFolder sample;
  const Json links = report_of(sample)["links"];
  REQUIRE(links["networks"].size() == 1);
  const Json& network = links["networks"][0];
  CHECK(network["x"] == Json({0, 1, 0, 1}));
  CHECK(network["y"] == Json({0, 0, 1, 1}));
  CHECK(network["links"]["from"].size() == page::test::links);
  // In a ring of two both links go to the same neighbour: one is the edge, the other a stub on the far side.
  CHECK(network["links"]["stubs"] == Json({1, 3, 4, 7, 9, 10, 12, 14}));
  CHECK(links["points"].size() == 4);
  CHECK(links["points"][0]["window"] == 800);
  CHECK(links["points"][0]["phits"][15] == 600);
}

TEST_CASE("the page of a sweep is the same from memory and from its folder") {
  const SampleFolder sample;
  const sweep::Results read = sweep::read_results(sample.path(), sweep::Wanted::everything);
  CHECK(page::report_json(page::test::sample_results(), "", "fsin 1").dump() ==
        page::report_json(read, "", "fsin 1").dump());
}

TEST_CASE("the page of a folder without results.jsonl has the figures, and no links") {
  const SampleFolder sample;
  const std::string figures = report_of(sample)["figures"].dump();
  std::filesystem::remove(sample.path() / "results.jsonl");
  const Json report = report_of(sample);
  CHECK(report["figures"].dump() == figures);
  CHECK(report["links"].is_null());
}

TEST_CASE("a sweep that was killed is told as partial, from its journal") {
  const SampleFolder sample;
  const sweep::Plan plan = page::test::sample_plan();
  std::string journal;
  for (const std::size_t point : {0U, 2U}) {
    const sweep::Run run = page::test::sample_run(plan, point, 1);
    journal += sweep::journal_line(run).dump() + "\n";
  }
  for (const char* name : {"points.csv", "runs.csv", "runs.jsonl", "results.jsonl", "links.csv", "latency.csv"}) {
    std::filesystem::remove(sample.path() / name);
  }
  sweep::write_sweep_json(sample.path(), plan, 0, false, {});
  sample.file("runs.partial.jsonl", journal + "{\"poi");
  const Json report = report_of(sample);
  CHECK(report["partial"] == Json({{"runs", 2}, {"planned", 12}, {"at_most", false}, {"of_run", false}}));
  CHECK(report["points"][0]["runs"] == 1);
  CHECK(report["points"][1]["runs"] == 0);
  CHECK(report["points"][1]["outcome"] == "");
  CHECK(report["figures"]["latency.mean"]["mean"] == Json({101, nullptr, 51, nullptr}));
  CHECK(report["links"]["points"].size() == 2);
  CHECK_FALSE(std::filesystem::exists(sample.path() / "points.csv"));
}

TEST_CASE("what differs between configurations is kept, what is equal once") {
  const SampleFolder sample;
  const Json made = report_of(sample)["configurations"];
  CHECK(made["base"].size() == 6);
  CHECK(made["points"][0].empty());
  REQUIRE(made["points"][1].size() == 1);
  const std::size_t path = made["points"][1][0][0];
  CHECK(made["paths"][path] == "workload.load");
  CHECK(made["points"][1][0][1] == "0.5");
}

TEST_CASE("the page lists every file that was read, with the key that led to it, its size and its digest") {
  sweep::Results results = page::test::sample_results();
  results.provenance.inputs = {{"experiment", "exp.yaml", "exp.yaml", "xxh128:1", 200, true},
                               {"workload.sizes.file", "sizes.txt", "sizes.txt", "xxh128:2", 30, false}};
  const Json inputs = page::report_json(results, "", "fsin 1", {})["provenance"]["inputs"];
  REQUIRE(inputs.size() == 2);
  CHECK(inputs[0]["kind"] == "experiment");
  CHECK(inputs[1] ==
        Json({{"kind", "workload.sizes.file"}, {"path", "sizes.txt"}, {"digest", "xxh128:2"}, {"bytes", 30}}));
}

TEST_CASE("damaged folders say which file, why and what to do") {
  {
    const SampleFolder sample;
    sample.file("sweep.json", "{\"fsin_sweep\": ");
    CHECK(mentions(error_of(sample), "sweep.json: not the description of a sweep, or damaged; choose another folder"));
  }
  {
    const SampleFolder sample;
    sample.file("results.jsonl", R"({"point": 9, "seed": 1, "key": "", "result": {"outcome": "finished"}})");
    CHECK(mentions(error_of(sample), "has a run of point 9, but sweep.json has 4 points"));
  }
  {
    const SampleFolder sample;
    const std::string text = sample.text("results.jsonl");
    sample.file("results.jsonl", text.substr(0, text.size() / 2));
    CHECK(mentions(error_of(sample), ": not a run; the file is damaged: fsin sweep --resume makes it again"));
  }
  {
    sweep::Results results = page::test::sample_results();
    results.runs.front().result.links.pop_back();
    CHECK_THROWS_WITH_AS(page::report_json(results, "", ""),
                         doctest::Contains("point 0 has 15 links, its network has 16"), sweep::SweepError);
  }
  const fsin::test::Scratch empty;
  CHECK_THROWS_AS(sweep::read_results(empty.path()), sweep::SweepError);
}

}  // namespace document_test
