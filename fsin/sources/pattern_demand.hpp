// SPDX-License-Identifier: Apache-2.0
// Traffic between pairs of nodes under a synthetic pattern, where the pattern says it in advance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fsin/analysis/channel_loads.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::sources {

/// Nothing where the pattern does not say where its packets go, or says too much: `why` says so then. `sends`: by node,
/// 0 for those that are silent whatever the pattern says; empty: none of them. With it,
/// uniform demand is given as flows too. Of a pattern whose rates differ, a flow
/// has the part that its source sends.
std::optional<analysis::Demand> demand_of(const trgen::synth::SyntheticParams& params,
                                          const workload::NetworkFacts& facts, std::uint64_t seed, std::string& why,
                                          const std::vector<std::uint8_t>& sends = {});

}  // namespace fsin::sources
