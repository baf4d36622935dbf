// SPDX-License-Identifier: Apache-2.0
// The bisection of a network without a closed form: two halves of its nodes with few links between them, found by the
// multilevel partitioner METIS (G. Karypis, V. Kumar, A fast and high quality multilevel scheme for partitioning
// irregular graphs, SIAM Journal on Scientific Computing 20(1), 1998).
//
// An estimate: the halves exist, so that the bisection is at most this figure, and there may be better ones. Switches
// belong to either half, whichever is better. The same network gets the same figure on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fsin/topology/port_graph.hpp"

namespace fsin::analysis {

inline constexpr std::size_t most_cut_links = 3'000'000;  ///< directed links; takes some ten seconds

struct Halves {
  double links = 0;                   ///< links from one half to the other in one direction, the one with fewer links
  std::vector<std::uint8_t> half_of;  ///< half of each router, 0 or 1
};

/// False in a program that was built without METIS.
bool estimates_bisections();

/// Finds the halves; nothing for a network of fewer than two nodes, or of more links than most_cut_links, and nothing
/// without METIS.
std::optional<Halves> cut_in_halves(const topology::PortGraph& graph);

}  // namespace fsin::analysis
