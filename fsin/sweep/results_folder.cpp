// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/results_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fsin::sweep {
std::span<const Run> Results::runs_of(std::size_t point) const {
  const auto below = [](const Run& run, std::size_t wanted) { return run.point < wanted; };
  const auto begin = std::lower_bound(runs.begin(), runs.end(), point, below);
  return {begin, std::lower_bound(begin, runs.end(), point + 1, below)};
}

const Run* Results::first_run(std::size_t point) const {
  const auto own = runs_of(point);
  return !own.empty() && own.front().seed == plan.first_seed ? &own.front() : nullptr;
}

Results read_results(const std::filesystem::path& folder, Wanted wanted) {
  Description description = read_description(folder);
  const std::string version = description.provenance.version;
  Results results{.folder = folder.string(),
                  .version = version.empty() ? "unknown" : version,
                  .program = description.provenance.program,
                  .complete = description.complete,
                  .of_run = description.of_run,
                  .digest = std::move(description.digest),
                  .provenance = std::move(description.provenance),
                  .plan = std::move(description.plan),
                  .runs = read_runs(folder, wanted)};
  const auto fail = [&](const std::string& what) { throw SweepError(fmt::format("{}: {}", results.folder, what)); };
  for (const PlannedPoint& point : results.plan.points) {
    if (point.labels.size() != results.plan.axes.size()) fail("a point lacks its place on an axis");
  }
  for (const Run& run : results.runs) {
    if (run.point < results.plan.points.size()) continue;
    fail(fmt::format("has a run of point {}, but sweep.json has {} points", run.point, results.plan.points.size()));
  }
  std::sort(results.runs.begin(), results.runs.end(),
            [](const Run& x, const Run& y) { return std::pair(x.point, x.seed) < std::pair(y.point, y.seed); });
  return results;
}

}  // namespace fsin::sweep
