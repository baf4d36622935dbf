// SPDX-License-Identifier: Apache-2.0
// A small sweep with invented numbers in a scratch folder: two routers by two loads on a 2x2 torus, three seeds each.
#pragma once

#include <string>
#include <vector>

#include "fsin/report/page/folder.hpp"
#include "fsin/sweep/results.hpp"
#include "tests/scratch.hpp"

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
  sweep::Run run{point, seed, "key", Json::object()};
  run.result["outcome"] = point == 1 && seed == 2 ? "saturated" : "finished";
  run.result["cycles"] = 1000;
  run.result["measured_cycles"] = 800;
  run.result["simulated_seconds"] = 1e-5;
  run.result["load"] = {{"offered", load}, {"accepted", load}, {"jain", 0.5}};
  run.result["latency"] = {{"mean", latency}};
  run.result["histogram"] = {{16, 16, 5}, {17, 20, 3}};
  if (seed != 1) return run;
  run.result["link_phits"] = Json::array();
  for (std::size_t link = 0; link < links; ++link) {
    const std::size_t from = link / 4, port = link % 4;
    run.result["link_phits"].push_back({from, port, from ^ (port < 2 ? 1U : 2U), 40 * link});
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

/// A scratch folder with the sweep in it.
class SampleFolder {
 public:
  SampleFolder() {
    const sweep::Plan plan = sample_plan();
    sweep::write_results(scratch_.path(), plan, sample_runs(plan), true, {});
  }
  const std::filesystem::path& path() const { return scratch_.path(); }
  /// Adds a table: the head and rows after `point,router,workload.load`, all of point 0.
  void table(const std::string& name, const std::string& columns, const std::vector<std::string>& rows) const {
    std::string text = "point,router,workload.load," + columns + "\n";
    for (const std::string& row : rows) text += "0,\"one, plain\",0.25," + row + "\n";
    scratch_.file(name, text);
  }
  void file(const std::string& name, const std::string& text) const { scratch_.file(name, text); }
  std::string text(const std::string& name) const {
    std::ifstream in(scratch_.path() / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  fsin::test::Scratch scratch_;
};

}  // namespace fsin::report::page::test
