// SPDX-License-Identifier: Apache-2.0
// How long a sweep will take: the beginning of some of its runs is simulated and the rest is taken to go on like that.
#pragma once

#include <cstddef>
#include <vector>

#include "fsin/app/sweep_plan.hpp"
#include "fsin/engine/engine.hpp"

namespace fsin::app {

/// CPU seconds of one run of each point: measured on at most 24 points, evenly spaced, for at most a tenth of a second
/// each; the others are taken to be as long as the nearest one measured before them. Good for a factor of two.
std::vector<double> estimated_run_seconds(const SweepPlan& plan, engine::EngineKind engine);

}  // namespace fsin::app
