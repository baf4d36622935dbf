// SPDX-License-Identifier: Apache-2.0
// Results of several experiments side by side: rows (workloads, say) by columns (designs), one figure of the result in
// each cell with its confidence interval over the seeds, and its ratio to the first column.
//
// Ratios are paired: seed by seed, then averaged, so what both sides share through the seed stays out of the interval.
// Read from the JSON files that `fsin run --json` writes. Not modelled: comparisons across different sets of seeds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/stats/confidence.hpp"
#include "fsin/stats/joint_outcome.hpp"

namespace fsin::report {

/// A result cannot be compared: says which file, why, and what to do.
class ComparisonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The figure of one experiment: a value for each seed.
struct Sample {
  std::string row;
  std::string column;
  std::vector<std::uint64_t> seeds;
  std::vector<double> values;
  stats::JointOutcome outcome;
};

struct ComparedCell {
  stats::Estimate value;
  std::optional<stats::Estimate> ratio;  ///< to the cell of the first column in this row
  stats::JointOutcome outcome;
};

struct FileComparison {
  std::string metric;
  double confidence = 0.99;
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::optional<ComparedCell>> cells;  ///< row by row; empty where there is no result

  const std::optional<ComparedCell>& at(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
  bool all_finished() const;
};

/// Reads figure `metric` ("cycles", "latency.mean") of every run in a result file. Throws ComparisonError when the file
/// is missing, is no result, is partial, or has no such figure.
Sample read_sample(std::string row, std::string column, const std::filesystem::path& file, std::string_view metric);

/// Rows and columns in order of first appearance. Throws ComparisonError when two samples have one place, or a sample's
/// seeds are not those of the first column in its row.
FileComparison compare(const std::vector<Sample>& samples, std::string metric, double confidence);

/// A table for a terminal: value and, from the second column on, ratio, each with its half width.
std::string comparison_text(const FileComparison& comparison);

/// row,column,metric,n,mean,half_width,ratio,ratio_half_width,outcome: one line a cell.
std::string comparison_csv(const FileComparison& comparison);

}  // namespace fsin::report
