// SPDX-License-Identifier: Apache-2.0
// Two results folders side by side: what differs in what was asked for, and in what came out.
//
// Points are matched by their places on the axes, then by equal configuration, then by name. Figures of a point are
// compared in pairs where both sides have the same seeds, by Welch's test otherwise (stats/difference.hpp); which
// differences are significant is decided for all of them together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fsin/stats/difference.hpp"
#include "fsin/stats/joint_outcome.hpp"
#include "fsin/sweep/config_difference.hpp"
#include "fsin/sweep/results_folder.hpp"

namespace fsin::sweep {

struct ComparedFigure {
  std::string name;
  std::string unit;
  stats::Difference difference;
  std::optional<double> adjusted_p;  ///< after Holm's correction; empty where there is no test
  bool significant = false;
};

struct ComparedPoint {
  std::size_t a = 0;  ///< number of the point in each plan
  std::size_t b = 0;
  std::string name;
  stats::JointOutcome outcome_a;
  stats::JointOutcome outcome_b;
  bool same_config = false;
  bool same_seeds = false;
  bool same_deliveries = false;  ///< equal fingerprints, seed by seed
  std::vector<ComparedFigure> figures;
};

struct FolderComparison {
  double confidence = 0.99;
  std::vector<ComparedPoint> points;
  std::vector<std::size_t> only_a;
  std::vector<std::size_t> only_b;
  std::vector<ConfigDifference> config;  ///< `pairs` are indices of `points`
  std::size_t tests = 0;                 ///< that Holm's correction is for

  std::size_t significant() const;
  /// Points in one folder only, a significant difference, a value that differs where there is no test, or another
  /// result for the same configuration and seeds.
  bool differs() const;
};

/// `figures` empty: the main ones of each point. Throws SweepError when no run of either has one of those named.
FolderComparison compare_results(const Results& a, const Results& b, const std::vector<std::string>& figures);

/// True where one program made both folders; false where one of them does not say.
bool same_program(const Results& a, const Results& b);

}  // namespace fsin::sweep
