// SPDX-License-Identifier: Apache-2.0
// Evenness of a load: over the nodes that consume it and over the links that carry it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/stats/run_totals.hpp"

namespace fsin::stats {

/// Jain's fairness index (sum x)^2 / (n * sum x^2): 1 when all are equal, 1/n when one has everything. 1 for a list
/// that is empty or all zero.
double jain_index(const std::vector<std::uint64_t>& values);

/// Accepted load per node, in phits per cycle.
struct NodeSpread {
  double mean = 0;
  double worst = 0;
  std::size_t worst_node = 0;  ///< the first of those with the smallest load
  double jain = 1;
};
NodeSpread node_spread(const std::vector<std::uint64_t>& phits, Cycle cycles);

/// Fraction of the cycles in which a link moved a phit.
struct LinkSpread {
  double mean = 0;
  double max = 0;
};
LinkSpread link_spread(const LinkTotals& links, Cycle cycles);

}  // namespace fsin::stats
