// SPDX-License-Identifier: Apache-2.0
// The runs of each point together: mean and interval of every figure, and the table that a terminal shows.
#pragma once

#include <string>
#include <vector>

#include "fsin/stats/confidence.hpp"
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

/// By point; points without a run have an entry with none.
std::vector<PointSummary> summaries_of(const Plan& plan, const std::vector<Run>& runs);

/// What was left out, once for all points of which the same was: "cg.ti: the replay left out 64 calls ...".
std::vector<std::string> left_out_lines(const Plan& plan, const std::vector<PointSummary>& summaries);

/// Points with the named figures, or with those that matter: one line each. Below the table what was left out of the
/// traces.
std::string summary_text(const Plan& plan, const std::vector<PointSummary>& summaries,
                         std::vector<std::string> figures = {});

/// The figure by which a point of this plan is judged: "cycles" for traces, "saturation.load" where that is
/// searched for, "latency.mean" for other synthetic load, "latency_from_generation.mean" where sources queue.
std::string main_figure(const Plan& plan, std::size_t point);

}  // namespace fsin::sweep
