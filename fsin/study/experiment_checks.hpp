// SPDX-License-Identifier: Apache-2.0
// What no single key can tell: choices that cannot work together, sizes that do not fit, settings that do nothing.
#pragma once

#include "fsin/study/experiment.hpp"

namespace fsin::study {

/// Adds an error for everything that would keep the experiment from running, and warnings for what would surprise.
/// Nothing is built and no trace is opened.
void check_experiment(const LoadedExperiment& loaded, Diagnostics& diagnostics);

}  // namespace fsin::study
