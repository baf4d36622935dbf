// SPDX-License-Identifier: Apache-2.0
// What the faults of an experiment leave of its network (topology/fault_plan.hpp), before anything is simulated: what
// fails and when, pairs of nodes between which there is no way, and pairs that the routing cannot take round a fault.
#pragma once

#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/deadlock/explore.hpp"
#include "fsin/study/experiments/experiment.hpp"
#include "fsin/study/sweeps/sweep_plan.hpp"

namespace fsin::study {

/// For people, a line each; none without faults. `topology` is the built network of the experiment.
std::vector<std::string> fault_lines(const Experiment& experiment, const topology::Topology& topology,
                                     const deadlock::Budget& budget);

/// Errors about faults that the network does not have, such as a link between routers that none joins.
void check_faults(const LoadedExperiment& loaded, const topology::Topology& topology, Diagnostics& diagnostics);

/// Adds an error, or with network.faults.unreachable: allow a warning, where nodes cannot reach each other from the
/// start. As much is looked at as takes well below a second; in a large network that may not be every pair.
void refuse_cut_off(const LoadedExperiment& loaded, const topology::Topology& topology, Diagnostics& diagnostics);

/// All of this for each different network of a sweep that has faults.
void refuse_cut_off(const SweepPlan& plan, Diagnostics& diagnostics);

}  // namespace fsin::study
