// SPDX-License-Identifier: Apache-2.0
// How a run ended and how far its means can be trusted, in words, with what to do about it.
#pragma once

#include <string>
#include <vector>

#include "fsin/result/model_check.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/stats/settling.hpp"

namespace fsin::report {

/// The outcome, with advice where it was not normal. One or two sentences, no line break.
std::string outcome_text(const stats::RunRecord& run);

/// Cycles that somebody may ask for: rounded up to two digits.
std::string enough_text(double cycles);

/// Of a model without routers whose estimate is apt to be far off: why, and what to do; none where it is not.
std::vector<std::string> warning_lines(const std::vector<result::ModelCheck>& checks);

/// Whether warm-up and window were long enough for a steady state, and which would be.
std::string settling_text(const stats::RunRecord& run, stats::Settling settling);

}  // namespace fsin::report
