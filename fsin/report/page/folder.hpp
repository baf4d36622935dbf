// SPDX-License-Identifier: Apache-2.0
// The folder of a sweep as a report reads it: what was planned, the runs there are, and the tables.
//
// A sweep that was killed has only its journal; its tables are then written to a temporary folder first, by the code
// that would have written them at the end, so that a report of half a sweep needs no second reader.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fsin/report/page/csv.hpp"
#include "fsin/sweep/results_folder.hpp"

namespace fsin::report::page {

/// A folder that goes when its object goes.
class TemporaryFolder {
 public:
  TemporaryFolder() = default;
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Makes it; throws sweep::SweepError when it cannot be made.
  void make();
  /// Empty until it is made.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class SweepFolder {
 public:
  /// Throws sweep::SweepError when it is no folder of a sweep, or damaged.
  explicit SweepFolder(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  const nlohmann::ordered_json& description() const { return results_.description; }
  const sweep::Plan& plan() const { return results_.plan; }
  const std::vector<sweep::Run>& runs() const { return results_.runs; }
  bool complete() const { return results_.complete; }

  /// Runs of one point, in order of seed.
  std::span<const sweep::Run> runs_of(std::size_t point) const { return results_.runs_of(point); }
  /// The run of which links.csv, series.csv and their like tell: the first seed of the point; null when it is missing.
  const sweep::Run* first_run(std::size_t point) const;

  /// A table by name ("links.csv"); empty when the folder has none.
  std::optional<CsvFile> table(const std::string& name) const;
  /// Where the tables are.
  const std::filesystem::path& tables() const { return temporary_.path().empty() ? path_ : temporary_.path(); }

 private:
  std::filesystem::path path_;
  TemporaryFolder temporary_;
  sweep::Results results_;
};

}  // namespace fsin::report::page
