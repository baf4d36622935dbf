// SPDX-License-Identifier: Apache-2.0
// The effect of faults on the network of an experiment (topology/fault_plan.hpp), before anything is simulated: what
// fails and when, pairs of nodes between which there is no way, and pairs that the routing cannot take round a fault.
#pragma once

#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/deadlock/explore.hpp"
#include "fsin/experiment/experiment.hpp"

namespace fsin::forecast {

/// For people, a line each; none without faults. `topology` is the built network of the experiment.
std::vector<std::string> fault_lines(const engine::Design& design, const topology::Topology& topology,
                                     const deadlock::Budget& budget);

/// Adds an error, or with network.faults.unreachable: allow a warning, where nodes cannot reach each other from the
/// start. As much is looked at as takes well below a second; in a large network that may not be every pair.
void refuse_cut_off(const experiment::LoadedExperiment& loaded, const engine::Design& design,
                    const topology::Topology& topology, Diagnostics& diagnostics);

}  // namespace fsin::forecast
