// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/metrics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/stats/formulas.hpp"
#include "fsin/stats/load_spread.hpp"
#include "fsin/stats/titles.hpp"

namespace metrics_test {

using namespace fsin::stats;

namespace {

RunRecord sample_run() {
  RunRecord run;
  run.nodes = 4;
  run.seconds_per_cycle = 32e-9;
  run.offered = 0.5;
  run.totals.cycles = 3000;
  run.totals.measured_cycles = 1000;
  run.totals.phits_delivered = 1600;
  run.totals.phits_injected = 2000;
  run.totals.packets_delivered = 100;
  run.totals.hops_sum = 250;
  run.totals.node_phits_delivered = {400, 400, 600, 200};
  run.totals.count_link({fsin::RouterId(0), 0, fsin::RouterId(1), 100}, true);
  run.totals.count_link({fsin::RouterId(1), 2, fsin::RouterId(0), 900}, true);
  for (int i = 0; i < 100; ++i) run.totals.latency.add(20);
  return run;
}

std::optional<double> figure(const RunRecord& run, std::string_view name) {
  for (const fsin::stats::Metric& metric : fsin::stats::metrics()) {
    if (metric.name != name) continue;
    const auto value = metric.value(run);
    return value ? std::optional(fsin::stats::as_double(*value)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("loads are phits per node and cycle of the window") {
  const RunRecord run = sample_run();
  CHECK(figure(run, "load.offered") == 0.5);
  CHECK(figure(run, "load.injected") == 0.5);
  CHECK(figure(run, "load.accepted") == 0.4);
  CHECK(figure(run, "load.accepted_worst_node") == 0.2);
  CHECK(figure(run, "hops.mean") == 2.5);
  CHECK(figure(run, "latency.p99") == 20);
  CHECK(figure(run, "simulated_seconds") == doctest::Approx(96e-6));
  CHECK(figure(run, "links.utilisation_max") == 0.9);
  CHECK(figure(run, "links.utilisation_mean") == 0.5);
}

TEST_CASE("a figure that means nothing for a run is absent, not zero") {
  RunRecord run = sample_run();
  CHECK_FALSE(figure(run, "ranks.finished").has_value());
  CHECK_FALSE(figure(run, "latency_from_generation.mean").has_value());
  run.has_ranks = true;
  run.offered.reset();
  run.totals.workload.compute_cycles = 1000;
  CHECK(figure(run, "ranks.compute_seconds") == doctest::Approx(32e-6));
  CHECK_FALSE(figure(run, "load.offered").has_value());
  run.totals.measured_cycles = 0;
  CHECK_FALSE(figure(run, "load.accepted").has_value());
}

TEST_CASE("every figure has its own name and says what it means") {
  std::set<std::string> names;
  for (const Metric& metric : metrics()) {
    CHECK(names.insert(std::string(metric.name)).second);
    CHECK_FALSE(metric.meaning.empty());
  }
}

TEST_CASE("every figure has a formula, and every formula a figure") {
  std::vector<std::string_view> figures, with_formula;
  for (const Metric& metric : metrics()) figures.push_back(metric.name);
  for (const Formula& formula : formulas()) {
    with_formula.push_back(formula.figure);
    CHECK_FALSE(formula.text.empty());
  }
  std::sort(figures.begin(), figures.end());
  std::sort(with_formula.begin(), with_formula.end());
  CHECK(figures == with_formula);
}

TEST_CASE("every figure has a title of its own words, and every title a figure") {
  std::vector<std::string_view> figures, with_title;
  std::set<std::pair<std::string_view, std::string_view>> words;
  for (const Metric& metric : metrics()) {
    figures.push_back(metric.name);
    CAPTURE(metric.name);
    CHECK(words.emplace(title_of(metric.name).words, metric.unit).second);
  }
  for (const Title& title : titles()) {
    with_title.push_back(title.figure);
    CAPTURE(title.words);
    CHECK(title.words.find_first_of("._") == std::string_view::npos);
    CHECK(title.words.size() <= 56);  // what fits a column of a paper
  }
  std::sort(figures.begin(), figures.end());
  std::sort(with_title.begin(), with_title.end());
  CHECK(figures == with_title);
  CHECK(with_unit(title_of("load.accepted").words, "phits/node/cycle") == "Accepted load (phits per node and cycle)");
  CHECK(with_unit("Jain's fairness index", "") == "Jain's fairness index");
}

TEST_CASE("Jain's index is 1 for equal shares and 1/n when one has everything") {
  CHECK(jain_index({5, 5, 5, 5}) == 1.0);
  CHECK(jain_index({8, 0, 0, 0}) == 0.25);
  CHECK(jain_index({}) == 1.0);
  CHECK(jain_index({0, 0}) == 1.0);
}

TEST_CASE("the worst node and the busiest link are named") {
  const RunRecord run = sample_run();
  CHECK(node_spread(run.totals.node_phits_delivered, 1000).worst_node == 3);
  CHECK(run.totals.all_links.busiest.from == fsin::RouterId(1));
}

TEST_CASE("what is generated and not delivered stands in queues") {
  RunRecord run = sample_run();
  run.totals.phits_generated = 2400;
  CHECK(figure(run, "load.generated") == doctest::Approx(0.6));
  CHECK(figure(run, "load.queued") == doctest::Approx(0.2));
  run.totals.phits_generated = 1200;
  CHECK(figure(run, "load.queued") == doctest::Approx(-0.1));
}

TEST_CASE("a window that is too short for it has no interval, and says how long it should be") {
  RunRecord run = sample_run();
  run.sources = LoadSources{.packet_phits = 16, .stall = true, .alone = 19, .fill = 40};
  for (fsin::Cycle cycle = 0; cycle < 3001; ++cycle) run.totals.series.delivered(cycle, 16, 20 + cycle % 7, 20);
  run.warmup = 2000;
  CHECK(figure(run, "latency.batch_stderr").has_value());
  for (int i = 0; i < 100; ++i) run.totals.source_wait.add(i < 50 ? 0 : 100);
  CHECK(figure(run, "needed_cycles") > 1000);
  CHECK(figure(run, "settled") == 0);
  CHECK_FALSE(figure(run, "latency.batch_stderr").has_value());
  CHECK_FALSE(figure(run, "latency_from_generation.batch_stderr").has_value());
}

}  // namespace metrics_test
