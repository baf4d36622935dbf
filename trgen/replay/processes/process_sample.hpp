// SPDX-License-Identifier: Apache-2.0
// Estimates, before a run, what a program requires of the network and of memory, from the first operations of some of
// its ranks; as trgen/replay/trace_sample.hpp does for a trace.
#pragma once

#include <memory>

#include "fsin/workload/network_facts.hpp"
#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/replay/processes/process_settings.hpp"
#include "trgen/replay/trace_sample.hpp"

namespace trgen::replay {

TraceSample sample_program(const std::shared_ptr<const programs::Program>& program,
                           const programs::collectives::Choice& choice, const ProcessSettings& settings,
                           const fsin::workload::NetworkFacts& facts);

/// Memory in bytes of the processes and of their messages under way, without what reads their operations.
double ranks_bytes(const ProcessSettings& settings, const fsin::workload::NetworkFacts& facts,
                   const TraceSample& sample);

/// Memory in bytes of the processes in `threads` threads, without the program, which is shared.
double processes_bytes(const programs::Program& program, const ProcessSettings& settings,
                       const fsin::workload::NetworkFacts& facts, const TraceSample& sample, unsigned threads);

}  // namespace trgen::replay
