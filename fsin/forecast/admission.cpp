// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/admission.hpp"

#include <fmt/format.h>

#include "fsin/forecast/deadlock_check.hpp"
#include "fsin/forecast/expected_traffic.hpp"
#include "fsin/forecast/fault_check.hpp"
#include "fsin/forecast/pattern_loads.hpp"
#include "trgen/record/source.hpp"

namespace fsin::forecast {
namespace {

/// None of several processes may wait for one that has given up.
void agree(engine::Processes& processes, Diagnostics& diagnostics) {
  const unsigned against = engine::first_against(processes, diagnostics.ok());
  if (!diagnostics.ok() || against == processes.count()) return;
  diagnostics.error(Mark("fsin run"),
                    fmt::format("process {} has no memory for its part of the run; start more of them, or one on a "
                                "machine with more",
                                against));
}

/// No pair of nodes is cut off. Those that are become errors.
bool reaches_all(const experiment::LoadedExperiment& loaded, const engine::Design& design,
                 const run::CheckedTopology& topology, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  refuse_cut_off(loaded, design, topology, diagnostics);
  return diagnostics.error_count() == errors;
}

}  // namespace

MemoryEstimate checked_memory(run::Prepared& prepared, const RunShape& shape, Diagnostics& diagnostics) {
  MemoryEstimate memory;
  const ProcessMemory before_network = process_memory();
  if (diagnostics.ok() && follows_links(prepared.design)) run::build_network(prepared, diagnostics);
  try {
    memory = estimate_memory(prepared, shape, before_network);
    check_fits(memory, shape, memory_limit(), prepared.loaded.document.mark("network.topology"), diagnostics);
  } catch (const trgen::record::TraceError& error) {
    diagnostics.input_error(Mark(), error.what());
  }
  return memory;
}

std::shared_ptr<const run::CheckedTopology> admitted_network(const experiment::LoadedExperiment& loaded,
                                                             const engine::Design& design, Diagnostics& diagnostics) {
  auto topology = run::build_network(loaded, design, diagnostics);
  if (!topology || !reaches_all(loaded, design, *topology, diagnostics)) return nullptr;
  return topology;
}

bool admit(run::Prepared& prepared, const Admission& admission, Diagnostics& diagnostics) {
  checked_memory(prepared, admission.shape, diagnostics);
  if (admission.processes != nullptr) agree(*admission.processes, diagnostics);
  if (!diagnostics.ok()) return false;
  run::build_network(prepared, diagnostics);
  if (!prepared.topology || !reaches_all(prepared.loaded, prepared.design, *prepared.topology, diagnostics))
    return false;
  if (load_asked(prepared)) warn_of_load(prepared, known_capacity(prepared, *prepared.topology), diagnostics);
  if (!admission.allow_deadlock) refuse_deadlock(prepared.loaded, prepared.design, *prepared.topology, diagnostics);
  return diagnostics.ok();
}

}  // namespace fsin::forecast
