// SPDX-License-Identifier: Apache-2.0
// Synthetic sources: every node generates packets of L phits in a Bernoulli process with load / L packets per cycle.
//
// There are two models of a source (see SourceModel). The draws of a packet are Philox words keyed by (seed, node,
// number of the packet), so that nothing depends on the order or number of polls; gaps are geometric, drawn by
// inversion. Not modelled: packets of several sizes, bursts, replies.
#pragma once

#include <cstdint>
#include <memory>

#include "fsin/core/original_random.hpp"
#include "fsin/workload/network_facts.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

enum class SourceModel : std::uint8_t {
  stall,    ///< a packet that finds no room is kept, and its node draws no further packet until it has entered
  infinite  ///< packets wait in an unbounded queue and enter one per cycle; latency can be counted from generation
};

struct SourceSettings {
  double load = 0.1;  ///< phits per node and cycle, above 0; from packet_phits on, a packet is generated in every cycle
  SourceModel model = SourceModel::stall;
};

/// Memory of a node in bytes, without that of the pattern.
std::size_t bytes_of_source(SourceModel model);

std::unique_ptr<fsin::workload::Workload> make_sources(std::unique_ptr<Pattern> pattern, const SourceSettings& settings,
                                                       const NetworkFacts& facts, std::uint64_t seed);

/// Makes sources that draw from `random` in the order of the original simulator; they stall. They must be polled for
/// every node in every cycle, in the order of nodes. `random` is shared with the network and must outlive the workload.
std::unique_ptr<fsin::workload::Workload> make_original_sources(std::unique_ptr<Pattern> pattern, double load,
                                                                const NetworkFacts& facts,
                                                                fsin::OriginalRandom& random);

}  // namespace trgen::synth
