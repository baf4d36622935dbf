// SPDX-License-Identifier: Apache-2.0
// measure.find: saturation. Bisection for the highest load that a network carries.
//
// A load is too high when the run at it did not finish (deadlock), accepted clearly less than 95% of what was offered
// (stats::falls_short_of_offered), or had a mean latency from generation above three times that of a packet which meets
// no other, over the mean distance of the run's own packets. Loads are multiples of the resolution, from it up to one
// phit per node and cycle. It is taken for granted that whatever is above a load that is too high is too high as well.
// Source: the rules in use for latency-throughput curves, W. J. Dally, B. Towles, Principles and Practices of
// Interconnection Networks, 2004, section 23.1; the factor of three is a convention, not a law.
#pragma once

#include <functional>

#include "fsin/engine/design.hpp"
#include "fsin/report/run_result.hpp"

namespace fsin::app {

/// The whole run at a load: outcome judged, with its warm-up.
using RunAtLoad = std::function<report::RunResult(double load)>;

/// The run at the highest load that is carried, with that load and all that were tried. When none is, the run at the
/// lowest load, with 0 in `saturation_load`. Interrupted: the run that was.
report::RunResult find_saturation(double resolution, const engine::Design& design, const RunAtLoad& run);

bool is_saturated(const stats::RunRecord& record, const engine::Design& design);

}  // namespace fsin::app
