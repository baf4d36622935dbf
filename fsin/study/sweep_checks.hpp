// SPDX-License-Identifier: Apache-2.0
// The networks of a sweep, each different one looked at once before anything is simulated: whether it can deadlock,
// whether faults cut its nodes off from each other, and whether more load is offered than it can carry.
#pragma once

#include "fsin/core/diagnostic.hpp"
#include "fsin/study/sweep_plan.hpp"

namespace fsin::study {

/// forecast::refuse_deadlock() for each network, as far as the budget for all of them goes; one warning for all that
/// are not decided.
void refuse_deadlock(const SweepPlan& plan, Diagnostics& diagnostics);

/// experiment::check_built() and forecast::refuse_cut_off() for each network that has faults.
void refuse_cut_off(const SweepPlan& plan, Diagnostics& diagnostics);

/// One warning for all points whose load is above what forecast::known_capacity() knows of them.
void warn_of_loads(const SweepPlan& plan, Diagnostics& diagnostics);

}  // namespace fsin::study
