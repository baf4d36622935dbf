// SPDX-License-Identifier: Apache-2.0
// One simulation of the several that may make a run: an engine is run, and those who observe it are told.
#pragma once

#include "fsin/run/single_run.hpp"

namespace fsin::run {

/// What all simulations of one run share.
struct Simulations {
  const RunSetting& setting;
  std::uint64_t seed;
  const InterruptWatch& interrupt;
  const RunReport& report;
  mutable unsigned simulations = 0;  ///< begun
};

/// From the beginning, from where it was when a run before was killed, or as that left it when it had ended.
void run_or_continue(const Simulations& shared, const sources::WorkloadFactory& workloads, const Window& window,
                     result::RunResult& result);

/// Of a simulation by flow beside the one that is measured.
engine::RunPlan plan_of_flows(const Simulations& shared, const Window& window);

/// The control tells how far the run is, and stops it after a signal.
void attend(const Simulations& shared, engine::Control& control);

}  // namespace fsin::run
