// SPDX-License-Identifier: Apache-2.0
// The runs of each point together: outcome, mean and interval of every figure.
#pragma once

#include <string>
#include <vector>

#include "fsin/stats/confidence.hpp"
#include "fsin/stats/joint_outcome.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::sweep {

struct PointSummary {
  std::size_t point = 0;
  std::size_t runs = 0;
  stats::JointOutcome outcome;
  std::vector<stats::NamedEstimate> figures;
  std::string left_out;  ///< what the replay left out of its trace, in words; empty: nothing

  /// Null when no run has it.
  const stats::Estimate* find(std::string_view figure) const;
};

/// Estimates by point; points without a run have an empty entry.
std::vector<PointSummary> summaries_of(const Plan& plan, const std::vector<Run>& runs);

/// The figure by which a point of this plan is judged: "cycles" for traces, "saturation.load" where that is
/// searched for, "latency.mean" for other synthetic load, "latency_from_generation.mean" where sources queue.
std::string main_figure(const Plan& plan, std::size_t point);

}  // namespace fsin::sweep
