// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/file_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

namespace fsin::report {
namespace {

using Value = nlohmann::json;

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view what) {
  throw ComparisonError(fmt::format("{}: {}", file.string(), what));
}

Value load(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) fail(file, "cannot be read; write it with fsin run --json");
  Value json = Value::parse(in, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded() || !json.is_object() || !json.contains("outcome")) {
    fail(file, "is not the result of a run; write it with fsin run --json");
  }
  return json;
}

double figure(const Value& run, const std::filesystem::path& file, std::string_view metric) {
  const Value* place = &run;
  std::string_view rest = metric;
  while (place->is_object()) {
    const std::size_t dot = rest.find('.');
    const auto found = place->find(std::string(rest.substr(0, dot)));
    if (found == place->end()) break;
    place = &*found;
    if (dot == std::string_view::npos) {
      if (place->is_number()) return place->get<double>();
      break;
    }
    rest.remove_prefix(dot + 1);
  }
  fail(file,
       fmt::format("has no figure '{}'; its names are those of the JSON, for example cycles or latency.mean", metric));
}

std::size_t index_of(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

std::optional<stats::Estimate> ratio_to_base(const Sample& sample, const Sample& base, double confidence) {
  if (sample.seeds != base.seeds) {
    throw ComparisonError(
        fmt::format("{} / {} and {} / {} were run with different seeds; run both with the same --seed "
                    "and --seeds",
                    sample.row, sample.column, base.row, base.column));
  }
  return stats::paired_ratio(sample.values, base.values, confidence);
}

}  // namespace

bool FileComparison::all_finished() const {
  return std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return !cell || cell->outcome.finished(); });
}

Sample read_sample(std::string row, std::string column, const std::filesystem::path& file, std::string_view metric) {
  const Value json = load(file);
  if (json.value("partial", false)) fail(file, "is the partial result of an interrupted run; run it again to its end");
  Sample sample{.row = std::move(row), .column = std::move(column), .seeds = {}, .values = {}, .outcome = {}};
  const Value runs = json.contains("runs") ? json["runs"] : Value::array({json});  // a line of runs.jsonl is one run
  for (const Value& run : runs) {
    sample.seeds.push_back(run.value("seed", std::uint64_t{0}));
    sample.values.push_back(figure(run, file, metric));
    sample.outcome.add(stats::outcome_named(run.value("outcome", "unknown")));
  }
  if (sample.values.empty()) fail(file, "holds no run; run it again");
  return sample;
}

FileComparison compare(const std::vector<Sample>& samples, std::string metric, double confidence) {
  FileComparison result{.metric = std::move(metric), .confidence = confidence, .rows = {}, .columns = {}, .cells = {}};
  std::vector<std::pair<std::size_t, std::size_t>> places;
  places.reserve(samples.size());
  for (const Sample& sample : samples) {
    const std::size_t row = index_of(result.rows, sample.row);
    const std::size_t column = index_of(result.columns, sample.column);
    if (std::find(places.begin(), places.end(), std::pair{row, column}) != places.end()) {
      throw ComparisonError(fmt::format("{} / {} is given twice; each cell has one result", sample.row, sample.column));
    }
    places.emplace_back(row, column);
  }
  result.cells.resize(result.rows.size() * result.columns.size());
  std::vector<const Sample*> bases(result.rows.size(), nullptr);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (places[i].second == 0) bases[places[i].first] = &samples[i];
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto [row, column] = places[i];
    ComparedCell cell{
        .value = stats::estimate(samples[i].values, confidence), .ratio = std::nullopt, .outcome = samples[i].outcome};
    if (bases[row] != nullptr) cell.ratio = ratio_to_base(samples[i], *bases[row], confidence);
    result.cells[row * result.columns.size() + column] = cell;
  }
  return result;
}

}  // namespace fsin::report
