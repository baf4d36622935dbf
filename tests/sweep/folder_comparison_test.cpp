// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/folder_comparison.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "fsin/sweep/point_match.hpp"
#include "tests/sweep/made_result.hpp"

namespace folder_comparison_test {

using namespace fsin::sweep;
using Json = nlohmann::ordered_json;

namespace {

Json config(int queue, const std::string& trace) {
  return {{"fsin", 1},
          {"name", "any"},
          {"network", {{"queue", queue}, {"link", {{"bandwidth", "1 Gb/s"}}}}},
          {"workload", {{"type", "synthetic"}, {"file", trace}}},
          {"measure", {{"seed", 1}, {"cycles", 1000}}}};
}

Plan plan(const std::vector<std::string>& axes, const std::vector<std::vector<std::string>>& labels) {
  Plan plan;
  plan.axes = axes;
  int queue = 0;
  for (const auto& place : labels) {
    plan.points.push_back({fmt::format("{}", fmt::join(place, ", ")), place, "", config(++queue, "t")});
  }
  return plan;
}

Run run(std::size_t point, std::uint64_t seed, double latency, std::uint64_t fingerprint = 0xf) {
  Run made{point, seed, "k", fsin::test::made_result({{"latency.mean", latency}})};
  made.result.fingerprint = fingerprint;
  return made;
}

Results results(const std::vector<Run>& runs) {
  Results made{.folder = "r",
               .version = "v",
               .program = "p",
               .complete = true,
               .of_run = false,
               .digest = {},
               .provenance = {},
               .plan = plan({"x"}, {{"1"}, {"2"}}),
               .runs = runs};
  made.plan.confidence = 0.95;
  return made;
}

PointMatch match(const Plan& a, const Plan& b) {
  std::vector<FlatConfig> configs_a, configs_b;
  for (std::size_t i = 0; i < a.points.size(); ++i) configs_a.push_back(flat_config(a, i));
  for (std::size_t i = 0; i < b.points.size(); ++i) configs_b.push_back(flat_config(b, i));
  return match_points(a, b, configs_a, configs_b);
}

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

}  // namespace

TEST_CASE("points match by their places on the axes, in whatever order the axes stand") {
  const PointMatch found =
      match(plan({"x", "y"}, {{"1", "a"}, {"2", "a"}}), plan({"y", "x"}, {{"a", "2"}, {"b", "1"}}));
  // Point 0 of both has queue 1, but (1, a) is not (b, 1); what is left then matches by configuration.
  CHECK(found.pairs == Pairs{{1, 0}});
  CHECK(found.only_a == std::vector<std::size_t>{0});
  CHECK(found.only_b == std::vector<std::size_t>{1});
}

TEST_CASE("points of other names match by equal configuration, and else by name") {
  CHECK(match(plan({"x"}, {{"1"}, {"2"}}), plan({"y"}, {{"one"}, {"two"}})).pairs == Pairs{{0, 0}, {1, 1}});
  Plan renamed = plan({"y"}, {{"2"}});
  renamed.points[0].config = config(99, "t");
  CHECK(match(plan({"x"}, {{"1"}, {"2"}}), renamed).pairs == Pairs{{1, 0}});
  CHECK(match(plan({}, {{}}), plan({}, {{}})).pairs == Pairs{{0, 0}});
}

TEST_CASE("configurations differ by keys, not by names, seeds or the folder of a trace") {
  Plan a = plan({"x"}, {{"1"}}), b = plan({"x"}, {{"1"}});
  a.points[0].config = config(4, "here/t.zst");
  b.points[0].config = config(8, "there/t.zst");
  b.points[0].config["name"] = "other";
  b.points[0].config["measure"]["seed"] = 7;
  b.points[0].config["network"]["new"] = true;
  a.traces = b.traces = {{"t.zst", "xxh128:1"}};
  auto found = config_differences({{flat_config(a, 0), flat_config(b, 0)}});
  REQUIRE(found.size() == 2);
  CHECK(found[0].key == "network.new");
  CHECK(found[0].a == "");
  CHECK(found[0].b == "true");
  CHECK(found[1].key == "network.queue");
  CHECK(found[1].a == "4");
  CHECK(found[1].b == "8");
  b.traces["t.zst"] = "xxh128:2";
  found = config_differences({{flat_config(a, 0), flat_config(b, 0)}});
  REQUIRE(found.size() == 3);
  CHECK(found[2].key == "workload.file");
  CHECK(found[2].b == "t.zst xxh128:2");
}

TEST_CASE("equal seeds are compared in pairs, others by Welch's test") {
  const Results a = results({run(0, 1, 10), run(0, 2, 20), run(0, 3, 30), run(1, 1, 5), run(1, 2, 6)});
  const Results b = results({run(0, 1, 11), run(0, 2, 22), run(0, 3, 33), run(1, 8, 5), run(1, 9, 6)});
  const FolderComparison found = compare_results(a, b, {"latency.mean"});
  REQUIRE(found.points.size() == 2);
  CHECK(found.points[0].same_seeds);
  CHECK(found.points[0].figures[0].difference.paired);
  CHECK(found.points[0].figures[0].difference.difference.value == 2);
  CHECK(found.points[0].figures[0].unit == "cycles");
  CHECK_FALSE(found.points[1].same_seeds);
  CHECK_FALSE(found.points[1].figures[0].difference.paired);
  CHECK(found.tests == 2);
}

TEST_CASE("significance is for all comparisons together") {
  // Alone, t = 5.66 with 4 degrees has p = 0.0048: significant at 95%, and with one more test that shows nothing, too
  // (0.0096); with eleven tests it would not be (0.053).
  std::vector<Run> runs_a, runs_b;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double noise = static_cast<double>(seed);
    runs_a.push_back(run(0, seed, 100));
    runs_b.push_back(run(0, seed, 100 + 4 - 3 + noise));
  }
  Results a = results(runs_a), b = results(runs_b);
  CHECK(compare_results(a, b, {"latency.mean"}).significant() == 1);
  for (std::size_t point = 2; point < 12; ++point) {
    for (Results* each : {&a, &b}) {
      each->plan.points.push_back({std::to_string(point), {std::to_string(point)}, "", config(int(point), "t")});
      for (std::uint64_t seed = 1; seed <= 2; ++seed) each->runs.push_back(run(point, seed, 7));
    }
  }
  const FolderComparison many = compare_results(a, b, {"latency.mean"});
  CHECK(many.tests == 11);
  CHECK(*many.points[0].figures[0].adjusted_p > 0.05);
  CHECK(*many.points[0].figures[0].adjusted_p < 0.06);
  CHECK(many.significant() == 0);
}

TEST_CASE("a difference is one that can fail a build: significant, untested, missing, or of equal inputs") {
  const std::vector<Run> base{run(0, 1, 10), run(0, 2, 20), run(1, 1, 5), run(1, 2, 6)};
  const auto against = [&](std::vector<Run> runs) {
    return compare_results(results(base), results(runs), {"latency.mean"}).differs();
  };
  CHECK_FALSE(against(base));
  CHECK(against({run(0, 1, 10), run(0, 2, 20), run(1, 1, 5), run(1, 2, 6, 0xa)}));
  CHECK(compare_results(results({run(0, 1, 10)}), results({run(0, 1, 11)}), {}).differs());
  Results shorter = results(base);
  shorter.plan.points.pop_back();
  shorter.runs.resize(2);
  CHECK(compare_results(results(base), shorter, {}).differs());
}

TEST_CASE("a figure that no run has is an error") {
  const Results a = results({run(0, 1, 10)});
  CHECK_THROWS_WITH_AS(compare_results(a, a, {"cycles"}),
                       "r and r: no point of both has the figure cycles; its names are those of fsin list statistic",
                       SweepError);
}

}  // namespace folder_comparison_test
