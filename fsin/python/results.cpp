// SPDX-License-Identifier: Apache-2.0
#include "fsin/python/results.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>

#include "fsin/core/json_text.hpp"
#include "fsin/report/json.hpp"
#include "fsin/sweep/results_folder.hpp"

namespace fsin::python {

std::pair<std::size_t, std::size_t> Results::rows(std::size_t point) const {
  const auto below = [](const sweep::Run& run, std::size_t wanted) { return run.point < wanted; };
  const auto begin = std::lower_bound(runs.begin(), runs.end(), point, below);
  const auto end = std::lower_bound(begin, runs.end(), point + 1, below);
  return {begin - runs.begin(), end - runs.begin()};
}

std::string Results::point_json(std::size_t point) const {
  if (!experiment_json.empty()) {
    std::string text = experiment_json;
    text.pop_back();  // the brace at the end
    text += ",\"runs\":[";
    for (const std::string& each : run_jsons) text += (&each == run_jsons.data() ? "" : ",") + each;
    return text + "]}";
  }
  const auto [first, last] = rows(point);
  if (first == last) throw std::out_of_range("the point has no run yet");
  return json_text(report::point_json(plan, point, std::span(runs).subspan(first, last - first), inputs));
}

std::vector<report::SeriesRow> Results::series(std::size_t run) const {
  const result::KeptResult& kept = runs.at(run).result;
  return kept.detail ? report::series_rows(kept) : std::vector<report::SeriesRow>();
}

Results read_folder(const std::filesystem::path& folder) {
  sweep::Results read = sweep::read_results(folder, sweep::Wanted::everything);
  std::vector<sweep::PointSummary> summaries = sweep::summaries_of(read.plan, read.runs);
  return {.plan = std::move(read.plan),
          .runs = std::move(read.runs),
          .inputs = std::move(read.provenance.inputs),
          .summaries = std::move(summaries),
          .complete = read.complete,
          .of_run = read.of_run};
}

}  // namespace fsin::python
