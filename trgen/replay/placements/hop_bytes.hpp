// SPDX-License-Identifier: Apache-2.0
// Hop-bytes: over all pairs of ranks, the bytes that they exchange times the links of a shortest way between their
// nodes. Fewer mean less load on the links altogether (T. Agarwal, A. Sharma, L. V. Kale, Topology-aware task mapping
// for reducing communication contention on large parallel machines, IPDPS 2006).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trgen/replay/placements/affinity.hpp"
#include "trgen/replay/placements/site.hpp"

namespace trgen::replay {

/// Of ranks on these nodes. facts.distance must be there.
double hop_bytes(const Affinity& affinity, std::span<const std::uint32_t> node_of_rank,
                 const fsin::workload::NetworkFacts& facts);

/// Swaps the nodes of two ranks as long as that makes hop-bytes fewer: each rank in turn with the ranks that stand next
/// to its partners. Ends after `rounds`, or when no swap helps.
void swap_to_fewer(const Affinity& affinity, std::vector<std::uint32_t>& node_of_rank,
                   const fsin::workload::NetworkFacts& facts, unsigned rounds);

}  // namespace trgen::replay
