// SPDX-License-Identifier: Apache-2.0
// What no single key can tell: choices that cannot work together, sizes that do not fit, settings that do nothing.
#pragma once

#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {

/// Adds an error for everything that would keep the experiment from running, and warnings for what would surprise.
/// Nothing is built and no trace is opened.
void check_experiment(const LoadedExperiment& loaded, Diagnostics& diagnostics);

/// Errors about faults that the network does not have, such as a link between routers that none joins.
void check_faults(const LoadedExperiment& loaded, const topology::Topology& topology, Diagnostics& diagnostics);

/// What only the links tell (engine::check_built): `topology` is that of the experiment.
void check_built(const LoadedExperiment& loaded, const topology::Topology& topology, Diagnostics& diagnostics);

}  // namespace fsin::experiment
