// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/file_comparison.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "fsin/report/bar_chart.hpp"

namespace file_comparison_test {

using namespace fsin::report;

namespace {

Sample sample(std::string row, std::string column, std::vector<double> values) {
  return {.row = std::move(row),
          .column = std::move(column),
          .seeds = {1, 2, 3},
          .values = std::move(values),
          .outcome = {}};
}

FileComparison two_by_two() {
  return compare({sample("BT", "one", {1000, 1000, 1000}), sample("BT", "three", {1000, 1000, 1000}),
                  sample("IS", "one", {2000, 2200, 2400}), sample("IS", "three", {1000, 1100, 1200})},
                 "cycles", 0.99);
}

std::filesystem::path written(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(FSIN_BINARY_DIR) / ("comparison_test_" + name + ".json");
  std::ofstream(path) << text;
  return path;
}

template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const ComparisonError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a ratio is taken seed by seed, so what both sides share leaves no interval") {
  const FileComparison comparison = two_by_two();
  const auto& cell = comparison.at(1, 1);
  REQUIRE(cell.has_value());
  CHECK(cell->value.mean == doctest::Approx(1100));
  CHECK(cell->value.half_width == doctest::Approx(9.9248 * 100 / std::sqrt(3.0)).epsilon(1e-4));
  REQUIRE(cell->ratio.has_value());
  CHECK(cell->ratio->mean == doctest::Approx(0.5));
  CHECK(cell->ratio->half_width == doctest::Approx(0));
}

TEST_CASE("the table shows value and ratio with half widths") {
  CHECK(comparison_text(two_by_two()) ==
        "cycles   one              three\n"
        "BT       1 000 +- 0       1 000 +- 0   x 1.000 +- 0.000\n"
        "IS       2 200 +- 1 146   1 100 +- 573   x 0.500 +- 0.000\n");
}

TEST_CASE("the CSV has one line a cell and quotes what needs it") {
  const auto comparison = compare({sample("a,b", "one", {2, 2, 2})}, "latency.mean", 0.95);
  CHECK(comparison_csv(comparison) ==
        "row,column,metric,n,mean,half_width,ratio,ratio_half_width,outcome\n"
        "\"a,b\",one,latency.mean,3,2,0,1,0,finished\n");
}

TEST_CASE("a missing cell and an outcome that is not finished are shown as such") {
  Sample stuck = sample("IS", "one", {5, 5, 5});
  stuck.outcome.add(fsin::stats::Outcome::deadlock);
  const auto comparison =
      compare({sample("BT", "one", {1, 1, 1}), sample("BT", "two", {1, 1, 1}), stuck}, "cycles", 0.99);
  CHECK_FALSE(comparison.all_finished());
  CHECK_FALSE(comparison.at(1, 1).has_value());
  const std::string text = comparison_text(comparison);
  CHECK(text.find("(deadlock)") != std::string::npos);
  CHECK(two_by_two().all_finished());
}

TEST_CASE("samples that cannot be compared are refused with the reason") {
  Sample other = sample("BT", "two", {1, 1, 1});
  other.seeds = {1, 2, 4};
  CHECK(error_of([&] {
          compare({sample("BT", "one", {1, 1, 1}), other}, "cycles", 0.99);
        }).find("different seeds") != std::string::npos);
  CHECK(error_of([] {
          compare({sample("BT", "one", {1, 1, 1}), sample("BT", "one", {1, 1, 1})}, "cycles", 0.99);
        }) == "BT / one is given twice; each cell has one result");
}

TEST_CASE("a figure is read from a result with one run and from one with several") {
  const auto one = written("one", R"({"outcome": "finished", "seed": 7, "cycles": 12, "latency": {"mean": 3.5}})");
  const Sample single = read_sample("r", "c", one, "latency.mean");
  CHECK(single.values == std::vector<double>{3.5});
  CHECK(single.seeds == std::vector<std::uint64_t>{7});
  const auto many = written("many", R"({"outcome": "deadlock", "runs": [
      {"outcome": "finished", "seed": 1, "cycles": 10}, {"outcome": "deadlock", "seed": 2, "cycles": 20}]})");
  const Sample several = read_sample("r", "c", many, "cycles");
  CHECK(several.values == std::vector<double>{10, 20});
  CHECK(several.outcome.text() == "deadlock");
}

TEST_CASE("a file that is no complete result is refused with its name") {
  const auto text = written("text", "not json");
  CHECK(error_of([&] { read_sample("r", "c", text, "cycles"); }).find("comparison_test_text.json: is not") !=
        std::string::npos);
  const auto partial = written("partial", R"({"outcome": "interrupted", "partial": true, "cycles": 1})");
  CHECK(error_of([&] { read_sample("r", "c", partial, "cycles"); }).find("partial") != std::string::npos);
  const auto bare = written("bare", R"({"outcome": "finished", "latency": {"mean": null}})");
  CHECK(error_of([&] { read_sample("r", "c", bare, "latency.mean"); }).find("no figure 'latency.mean'") !=
        std::string::npos);
  CHECK(error_of([&] { read_sample("r", "c", bare, "cycles"); }).find("no figure 'cycles'") != std::string::npos);
  CHECK(error_of([] { read_sample("r", "c", "no-such-file.json", "cycles"); }).find("cannot be read") !=
        std::string::npos);
}

TEST_CASE("the picture has a bar a cell, an error bar where there is a spread, and escapes its texts") {
  const std::string svg = bar_chart_svg(two_by_two(), "a < b", false);
  const auto count = [&svg](std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++found;
    return found;
  };
  CHECK(count("width=\"44\"") == 4);
  CHECK(count("<path") == 2);
  CHECK(count("a &lt; b") == 1);
  CHECK(svg.ends_with("</svg>\n"));
}

}  // namespace file_comparison_test
