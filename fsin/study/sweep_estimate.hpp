// SPDX-License-Identifier: Apache-2.0
// How long a sweep will take: the beginning of some of its runs is simulated and the rest is taken to go on like that.
#pragma once

#include <cstddef>
#include <vector>

#include "fsin/engine/engine.hpp"
#include "fsin/study/sweep_plan.hpp"

namespace fsin::study {

/// CPU seconds of one run of each point, with its pilots for the warm-up and the loads that a search tries: measured on
/// at most 24 points, evenly spaced, for about a third of a second each, or up to twice that when they are few; the
/// others are taken to be as long as the nearest one measured before them. Good for a factor of two.
std::vector<double> estimated_run_seconds(const SweepPlan& plan, engine::EngineKind engine);

/// When the last of runs that take so long has ended, begun in this order in so many threads.
double side_by_side(const std::vector<double>& seconds, unsigned threads);

}  // namespace fsin::study
