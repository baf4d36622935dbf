// SPDX-License-Identifier: Apache-2.0
// Looks for a load under which a network deadlocks in the simulator.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "fsin/experiment/experiment.hpp"
#include "fsin/run/interrupt.hpp"
#include "trgen/record/source.hpp"

namespace fsin::forecast {

struct Reproduction {
  std::optional<experiment::Experiment> experiment;  ///< the first that ended in a deadlock
  std::string load;                                  ///< its load in words
  Cycle cycles = 0;                                  ///< after so many
  unsigned tried = 0;                                ///< simulations
  /// The trace that its workload replays; null where it is a pattern.
  std::shared_ptr<const trgen::record::TraceSource> trace;
};

/// The network of the experiment with the smallest queues that its flow control allows, under more load than it
/// carries: several patterns and seeds, one after the other, until one deadlocks or half of so many packet-hops are
/// spent. Then loads that aim at a cycle of queues which can wait for each other (deadlock/directed_loads.hpp), with
/// packets of several lengths.
Reproduction reproduce_deadlock(const experiment::Experiment& experiment, const topology::Topology& topology,
                                const run::InterruptWatch& interrupt, std::uint64_t packet_hops = 40'000'000);

/// The file of the sends beside that of the experiment, where the load is no pattern: `x.sends.txt` beside `x.yaml`.
std::filesystem::path sends_beside(std::filesystem::path file);

/// Writes the experiment that was found, and the trace that it replays, to sends_beside(file). Throws OutputError or
/// record::TraceError.
void write_reproduction(const std::filesystem::path& file, const Reproduction& found);

}  // namespace fsin::forecast
