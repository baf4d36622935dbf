// SPDX-License-Identifier: Apache-2.0
// The memory of a sweep: that of as many runs side by side as it makes, all at its most demanding point.
#pragma once

#include "fsin/forecast/memory_estimate.hpp"
#include "fsin/study/sweep_plan.hpp"
#include "fsin/study/sweep_runner.hpp"

namespace fsin::study {

struct SweepMemory {
  forecast::RunShape shape;
  forecast::MemoryEstimate estimate;
  Mark mark;  ///< of that point's topology
};

/// Looks closely at the eight points that are largest before their load is known. Throws record::TraceError when a
/// trace cannot be read again.
SweepMemory sweep_memory(const SweepPlan& plan, const SweepOptions& options);

}  // namespace fsin::study
