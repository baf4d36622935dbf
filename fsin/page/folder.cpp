// SPDX-License-Identifier: Apache-2.0
#include "fsin/page/folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace fsin::page {
namespace {

namespace fs = std::filesystem;

}  // namespace

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void TemporaryFolder::make() {
  std::error_code none;
  const fs::path place = fs::temp_directory_path(none);
  std::string name = (place / "fsin-report-XXXXXX").string();
  if (none || ::mkdtemp(name.data()) == nullptr) {
    if (none) name = "TMPDIR";
    throw sweep::SweepError(
        fmt::format("{}: cannot make a folder; is it there, and not full? TMPDIR names another place", name));
  }
  path_ = name;
}

SweepFolder::SweepFolder(fs::path path) : path_(std::move(path)), description_(sweep::read_sweep_json(path_)) {
  read_plan();
  read_runs();
  if (fs::exists(path_ / "points.csv")) return;
  temporary_.make();
  sweep::write_results(temporary_.path(), plan_, runs_, complete(), {});
}

void SweepFolder::read_plan() {
  try {
    plan_ = sweep::plan_of(description_);
  } catch (const sweep::SweepError& error) {
    throw sweep::SweepError(fmt::format("{}: {}", path_.string(), error.what()));
  }
  for (const sweep::PlannedPoint& point : plan_.points) {
    if (point.labels.size() == plan_.axes.size()) continue;
    throw sweep::SweepError(
        fmt::format("{}: sweep.json is damaged: point '{}' has {} labels for {} axes; run the sweep again",
                    path_.string(), point.name, point.labels.size(), plan_.axes.size()));
  }
}

void SweepFolder::read_runs() {
  runs_ = sweep::read_runs(path_);
  for (const sweep::Run& run : runs_) {
    if (run.point < plan_.points.size()) continue;
    throw sweep::SweepError(
        fmt::format("{}: there is a run of point {}, but sweep.json has {} points; the folder is "
                    "damaged, run the sweep again",
                    path_.string(), run.point, plan_.points.size()));
  }
  std::stable_sort(runs_.begin(), runs_.end(), [](const sweep::Run& a, const sweep::Run& b) {
    return std::pair(a.point, a.seed) < std::pair(b.point, b.seed);
  });
}

std::span<const sweep::Run> SweepFolder::runs_of(std::size_t point) const {
  const auto below = [](const sweep::Run& run, std::size_t wanted) { return run.point < wanted; };
  const auto begin = std::lower_bound(runs_.begin(), runs_.end(), point, below);
  const auto end = std::lower_bound(begin, runs_.end(), point + 1, below);
  return {begin, end};
}

const sweep::Run* SweepFolder::first_run(std::size_t point) const {
  const auto runs = runs_of(point);
  return !runs.empty() && runs.front().seed == plan_.first_seed ? &runs.front() : nullptr;
}

std::optional<CsvFile> SweepFolder::table(const std::string& name) const {
  const fs::path path = tables() / name;
  if (!fs::exists(path)) return std::nullopt;
  return std::optional<CsvFile>(std::in_place, path, plan_.axes.size() + 1);
}

}  // namespace fsin::page
