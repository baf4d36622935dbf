// SPDX-License-Identifier: Apache-2.0
// One simulation of the several that may make a run: an engine is run, and those who observe it are told.
#pragma once

#include "fsin/run/single_run.hpp"

namespace fsin::run {

/// The setting that all simulations of one run share.
struct Simulations {
  const RunSetting& setting;
  std::uint64_t seed;
  const InterruptWatch& interrupt;
  const RunReport& report;
  mutable unsigned simulations = 0;  ///< begun
};

/// Simulates from the beginning, or from the state that a killed run left; a simulation that had ended then is read.
void run_or_continue(const Simulations& shared, const sources::Source& source, const Window& window,
                     result::RunResult& result);

/// The plan of a simulation by flow, which runs before the one that is measured.
engine::RunPlan plan_of_flows(const Simulations& shared, const Window& window);

/// The control tells how far the run is, and stops it after a signal.
void attend(const Simulations& shared, engine::Control& control);

}  // namespace fsin::run
