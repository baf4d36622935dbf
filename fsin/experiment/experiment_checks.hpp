// SPDX-License-Identifier: Apache-2.0
// Checks that no single key allows: choices that cannot work together, sizes that do not fit, settings that do nothing.
#pragma once

#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {

/// Adds an error for everything that would keep the experiment from running, and warnings for what would surprise.
/// Nothing is built and no trace is opened. Where none was written, the flow control becomes the usual one of the
/// topology and the routing.
void check_experiment(LoadedExperiment& loaded, Diagnostics& diagnostics);

/// Errors about faults that the network does not have, such as a link between routers that none joins.
void check_faults(const LoadedExperiment& loaded, const topology::Topology& topology, Diagnostics& diagnostics);

/// Checks that need the links of the built network (engine::check_built): `design` and `topology` are those of the
/// experiment.
void check_built(const LoadedExperiment& loaded, const engine::Design& design, const topology::Topology& topology,
                 Diagnostics& diagnostics);

}  // namespace fsin::experiment
