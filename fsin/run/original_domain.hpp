// SPDX-License-Identifier: Apache-2.0
// The domain of `--rng original`: the experiments in which the reference stepper is known to make the draws of the
// original simulator one by one (docs/model/original.md, "The domain of --rng original"). An experiment outside of it
// would run and give plausible figures that are neither the original's nor reproducible from the pages of the model, so
// it is refused.
#pragma once

#include "fsin/experiment/experiment.hpp"

namespace fsin::run {

/// Adds an error, at the place of the key, for each choice of the network or of a trace that the original does not have
/// or draws for in another way. Synthetic load: trgen::synth::check_synthetic.
void check_original_domain(const experiment::LoadedExperiment& loaded, Diagnostics& diagnostics);

}  // namespace fsin::run
