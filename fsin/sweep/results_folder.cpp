// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/results_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::span<const Run> Results::runs_of(std::size_t point) const {
  const auto below = [](const Run& run, std::size_t wanted) { return run.point < wanted; };
  const auto begin = std::lower_bound(runs.begin(), runs.end(), point, below);
  return {begin, std::lower_bound(begin, runs.end(), point + 1, below)};
}

Results read_results(const std::filesystem::path& folder) {
  const Json json = read_sweep_json(folder);
  try {
    Results results{.folder = folder.string(),
                    .version = json.value("version", std::string("unknown")),
                    .program = json.value("program", std::string{}),
                    .complete = json.value("complete", false),
                    .description = json,
                    .plan = plan_of(json),
                    .runs = read_runs(folder)};
    for (const PlannedPoint& point : results.plan.points) {
      if (point.labels.size() != results.plan.axes.size()) throw SweepError("a point lacks its place on an axis");
    }
    for (const Run& run : results.runs) {
      if (run.point >= results.plan.points.size()) throw SweepError("has a run of a point that the sweep has not");
      if (!value_at(run.result, "outcome").is_string()) throw SweepError("has a run without an outcome");
    }
    std::sort(results.runs.begin(), results.runs.end(),
              [](const Run& x, const Run& y) { return std::pair(x.point, x.seed) < std::pair(y.point, y.seed); });
    return results;
  } catch (const Json::exception& error) {
    throw SweepError(fmt::format("{}: damaged: {}; run the sweep again", folder.string(), error.what()));
  } catch (const SweepError& error) {
    const std::string text = error.what();
    if (text.find(folder.string()) == 0) throw;
    throw SweepError(fmt::format("{}: {}", folder.string(), text));
  }
}

}  // namespace fsin::sweep
