// SPDX-License-Identifier: Apache-2.0
// How a run ended and how far its means can be trusted, in words, with what to do about it.
#pragma once

#include <string>

#include "fsin/stats/metrics.hpp"
#include "fsin/stats/settling.hpp"

namespace fsin::report {

/// The outcome, with advice where it was not normal. One or two sentences, no line break.
std::string outcome_text(const stats::RunRecord& run);

/// Whether warm-up and window were long enough for a steady state, and which would be.
std::string settling_text(const stats::RunRecord& run, stats::Settling settling);

}  // namespace fsin::report
