// SPDX-License-Identifier: Apache-2.0
// What a call of Python gave, or what a folder of results holds: runs as they are kept, by point and seed. Arrays of
// numpy are views of what is here, which therefore never changes once it is made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "fsin/report/detail_tables.hpp"
#include "fsin/sweep/results.hpp"
#include "fsin/sweep/summary.hpp"

namespace fsin::python {

struct Results {
  sweep::Plan plan{};
  std::vector<sweep::Run> runs{};                ///< in order of point and seed; the first of each point has detail
  std::vector<Input> inputs{};                   ///< files that were read
  std::vector<sweep::PointSummary> summaries{};  ///< by point, of all runs
  bool complete = true;
  bool of_run = false;                      ///< of fsin.run(), or of a folder of `fsin run --out`
  std::string config{};                     ///< of fsin.run(): an experiment file that gives this again
  std::vector<std::uint64_t> node_phits{};  ///< of fsin.run(): delivered in the window, by node, by the first run
  std::string experiment_json{};            ///< of fsin.run(): what `fsin run --json` writes, without the runs
  std::vector<std::string> run_jsons{};     ///< and these, one each

  /// The runs of a point: from the first of these rows of `runs` up to the second.
  std::pair<std::size_t, std::size_t> rows(std::size_t point) const;
  /// The object of `fsin run --json` for a point. Throws std::out_of_range for one without a run.
  std::string point_json(std::size_t point) const;
  /// Load over time of a run; empty of one without detail.
  std::vector<report::SeriesRow> series(std::size_t run) const;
};

/// Throws sweep::SweepError where the folder cannot be read.
Results read_folder(const std::filesystem::path& folder);

}  // namespace fsin::python
