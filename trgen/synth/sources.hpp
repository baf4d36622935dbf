// SPDX-License-Identifier: Apache-2.0
// Synthetic sources: every node makes packets of L phits in a Bernoulli process of load / L packets a cycle.
//
// Two source models (see SourceModel). The draws of a packet are Philox words keyed by (seed, node, number of the
// packet), so that nothing depends on which node is asked first, or how often: gaps are geometric, drawn by inversion.
// Not modelled: packets of several sizes, bursts, replies.
#pragma once

#include <cstdint>
#include <memory>

#include "fsin/core/original_random.hpp"
#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

enum class SourceModel : std::uint8_t {
  stall,    ///< a packet that finds no room is kept, and its node draws nothing up to the cycle in which it enters
  infinite  ///< packets wait in an unbounded queue and enter one a cycle; latency can be taken from generation
};

struct SourceSettings {
  double load = 0.1;  ///< phits per node and cycle, above 0; from packet_phits on a packet is made in every cycle
  SourceModel model = SourceModel::stall;
};

/// Memory of a node, without the pattern's.
std::size_t bytes_of_source(SourceModel model);

std::unique_ptr<fsin::workload::Workload> make_sources(std::unique_ptr<Pattern> pattern, const SourceSettings& settings,
                                                       const NetworkFacts& facts, std::uint64_t seed);

/// Draws from `random`, in the order of the original simulator, which stalls its sources. It must be polled for every
/// node in every cycle, in node order; `random` is shared with the network and must outlive the workload.
std::unique_ptr<fsin::workload::Workload> make_original_sources(std::unique_ptr<Pattern> pattern, double load,
                                                                const NetworkFacts& facts,
                                                                fsin::OriginalRandom& random);

}  // namespace trgen::synth
