// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <system_error>
#include <utility>

namespace fsin::report::page {
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

SweepFolder::SweepFolder(fs::path path) : path_(std::move(path)), results_(sweep::read_results(path_)) {
  if (fs::exists(path_ / "points.csv")) return;
  temporary_.make();
  sweep::write_results(temporary_.path(), plan(), runs(), complete(), {});
}

const sweep::Run* SweepFolder::first_run(std::size_t point) const {
  const auto runs = runs_of(point);
  return !runs.empty() && runs.front().seed == plan().first_seed ? &runs.front() : nullptr;
}

std::optional<CsvFile> SweepFolder::table(const std::string& name) const {
  const fs::path path = tables() / name;
  if (!fs::exists(path)) return std::nullopt;
  return std::optional<CsvFile>(std::in_place, path, plan().axes.size() + 1);
}

}  // namespace fsin::report::page
