// SPDX-License-Identifier: Apache-2.0
// A small sweep with invented numbers in a scratch folder: two routers by two loads on a 2x2 torus, three seeds each.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "fsin/report/page/json.hpp"
#include "fsin/report/sweep_folder.hpp"
#include "fsin/sweep/results_folder.hpp"
#include "tests/scratch.hpp"
#include "tests/sweep/made_result.hpp"

namespace fsin::report::page::test {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t links = 16;  ///< of a 2x2 torus

inline sweep::Plan sample_plan() {
  sweep::Plan plan;
  plan.name = "sample";
  plan.description = "An <b>example</b>";
  plan.axes = {"router", "workload.load"};
  plan.seeds = 3;
  plan.confidence = 0.9;
  for (const char* router : {"one, plain", "three"}) {
    for (const double load : {0.25, 0.5}) {
      Json config;
      config["network"]["topology"] = {{"type", "torus"}, {"dims", {2, 2}}, {"bidirectional", true}};
      config["network"]["preset"] = router;
      config["workload"] = {{"type", "synthetic"}, {"load", load}};
      const std::string label = load < 0.3 ? "0.25" : "0.5";
      plan.points.push_back({router + (", " + label), {router, label}, "torus 2x2", config});
    }
  }
  return plan;
}

/// Latency 100 x load x (4 for the first router, 2 for the second) + seed.
inline sweep::Run sample_run(const sweep::Plan& plan, std::size_t point, std::uint64_t seed) {
  const double load = plan.points[point].config["workload"]["load"];
  const double latency = 100 * load * (point < 2 ? 4 : 2) + static_cast<double>(seed);
  sweep::Run run{point, seed, "key",
                 fsin::test::made_result({{"cycles", 1000U},
                                          {"measured_cycles", 800U},
                                          {"simulated_seconds", 1e-5},
                                          {"load.offered", load},
                                          {"load.accepted", load},
                                          {"load.jain", 0.5},
                                          {"latency.mean", latency}})};
  if (point == 1 && seed == 2) run.result.outcome = stats::Outcome::saturated;
  run.result.histogram = {{16, 16, 5}, {17, 20, 3}};
  if (seed != 1) return run;
  for (std::uint32_t link = 0; link < links; ++link) {
    const std::uint32_t from = link / 4, port = link % 4;
    run.result.links.push_back({from, port, from ^ (port < 2 ? 1U : 2U), 40 * link});
  }
  return run;
}

inline std::vector<sweep::Run> sample_runs(const sweep::Plan& plan) {
  std::vector<sweep::Run> runs;
  for (std::size_t point = 0; point < plan.points.size(); ++point) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) runs.push_back(sample_run(plan, point, seed));
  }
  return runs;
}

/// As `fsin report` has them.
inline sweep::Results sample_results() {
  sweep::Plan plan = sample_plan();
  std::vector<sweep::Run> runs = sample_runs(plan);
  return {.folder = "sample",
          .version = "fsin 1",
          .program = "",
          .complete = true,
          .of_run = false,
          .digest = plan.digest(),
          .provenance = {},
          .plan = std::move(plan),
          .runs = std::move(runs)};
}

/// The same with detail of point 0.
inline sweep::Results sample_results(const result::KeptDetail& detail, Cycle cycles = 1000) {
  sweep::Results results = sample_results();
  results.runs.front().result.detail = detail;
  fsin::test::set_figure(results.runs.front().result, "cycles", cycles);
  return results;
}

/// A scratch folder with the sweep in it.
class SampleFolder {
 public:
  SampleFolder() {
    const sweep::Plan plan = sample_plan();
    report::write_results(scratch_.path(), plan, sample_runs(plan), true, {});
  }
  const std::filesystem::path& path() const { return scratch_.path(); }
  void file(const std::string& name, const std::string& text) const { scratch_.file(name, text); }
  std::string text(const std::string& name) const {
    std::ifstream in(scratch_.path() / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  fsin::test::Scratch scratch_;
};

}  // namespace fsin::report::page::test
