// SPDX-License-Identifier: Apache-2.0
// The permutation of nodes that puts the largest load on one link: among all of them, not a sample. For each link, the
// phits that a packet from each node to each other one puts on it are the weights of a bipartite graph, and its
// assignment of largest weight is the worst permutation of that link; the worst of all links is the answer (B. Towles,
// W. J. Dally, Worst-case traffic for oblivious routing functions, SPAA 2002). The inverse of its load is the
// throughput that a routing guarantees for every permutation.
//
// Exact if the path of a packet does not depend on others (Freedom::drawn_once). Weights are kept link by link: about
// 16 bytes for each pair of nodes and link on its paths.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/analysis/channel_loads.hpp"

namespace fsin::analysis {

struct WorstPermutation {
  std::string left_out;  ///< reason why there is none; empty if there is
  Freedom freedom = Freedom::drawn_once;
  double load = 0;  ///< cycles in which the link is held for every phit that each node sends
  std::uint32_t router = 0;
  unsigned port = 0;
  /// Destination of each source; the source itself only if no other node is left.
  std::vector<std::uint32_t> destinations;

  bool known() const { return left_out.empty(); }
};

inline constexpr std::size_t most_permuted_nodes = 1024;

/// Finds the worst permutation. The design has passed check() and has routers; `topology` is the built one.
WorstPermutation worst_permutation(const engine::Design& design, const topology::Topology& topology);

/// The assignment of rows to columns with the largest sum of weights, each row to a column of its own: returns the
/// column of each row. weights[row * columns + column] >= 0, and rows <= columns. Cost: rows^2 columns.
std::vector<std::uint32_t> best_assignment(const std::vector<double>& weights, std::size_t rows, std::size_t columns);

}  // namespace fsin::analysis
