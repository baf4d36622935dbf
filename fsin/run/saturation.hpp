// SPDX-License-Identifier: Apache-2.0
// measure.find: saturation. Two loads, by bisection over multiples of the resolution, from it up to the
// most that a node can send and consume, or its sources can have:
//  - the highest that the network carries. A load is too high when the run at it did not finish (deadlock), or
//    it is too much (stats::judge_load). A run that cannot tell is repeated with a window twice, four and eight
//    times as long; after that queues may have grown by what chance lets them in the mean.
//  - the highest at which the mean latency from generation is at most three times that of a packet which meets no
//    other, over the mean distance of the run's own packets. Only where sources send single packets without bursts:
//    elsewhere packets wait for those before them in their message or burst, at any load.
// It is taken for granted that whatever is above a load that is too high is too high as well.
// Source: the rules in use for latency-throughput curves, W. J. Dally, B. Towles, Principles and Practices of
// Interconnection Networks, 2004, section 23.1; the factor of three is a convention, not a law.
#pragma once

#include <functional>

#include "fsin/engine/design.hpp"
#include "fsin/result/run_result.hpp"
#include "fsin/sources/source.hpp"

namespace fsin::run {

/// The whole run at a load: outcome judged, with its warm-up, and a window so many times as long as the experiment's.
using RunAtLoad = std::function<result::RunResult(double load, unsigned times)>;

/// The loads that a search may try: what a node can send and consume, and its sources can have. Empty (least > most)
/// where no multiple of the resolution is among them.
sources::LoadRange loads_to_search(double resolution, const engine::Design& design, const sources::LoadSource& source);

/// `loads`: phits per node and cycle of a node that sends, from `least` to `most`, multiples of the
/// resolution. The run at the highest load that is carried, with both loads and all that were tried. When none is, the
/// run at the lowest load, with 0 in `saturation_load`. Interrupted: the run that was.
result::RunResult find_saturation(double resolution, sources::LoadRange loads, const RunAtLoad& run);

}  // namespace fsin::run
