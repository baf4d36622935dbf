// SPDX-License-Identifier: Apache-2.0
// Looks for a load under which a network deadlocks in the simulator.
#pragma once

#include <cstdint>
#include <optional>

#include "fsin/study/experiment.hpp"
#include "fsin/study/interrupt.hpp"

namespace fsin::study {

struct Reproduction {
  std::optional<Experiment> experiment;  ///< the first that ended in a deadlock
  Cycle cycles = 0;                      ///< after so many
  unsigned tried = 0;                    ///< simulations
};

/// The network of the experiment with the smallest queues that its flow control allows, under more load than it
/// carries: several patterns and seeds, one after the other, until one deadlocks or so many packet-hops are spent.
Reproduction reproduce_deadlock(const Experiment& experiment, const topology::Topology& topology,
                                const InterruptWatch& interrupt, std::uint64_t packet_hops = 40'000'000);

}  // namespace fsin::study
