// SPDX-License-Identifier: Apache-2.0
// Pairs of nodes whose packets can reach a place where the routing permits only failed links: all packets of a fixed
// route over a failed link, and those that may take such a link if the route is not fixed.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/deadlock/design.hpp"
#include "fsin/deadlock/flows.hpp"

namespace fsin::deadlock {

struct StrandedPair {
  Flow flow;
  std::uint32_t router = 0;  ///< router where such a packet waits for ever
  unsigned port = 0;         ///< failed link that the packet would take there
};

struct StrandedPairs {
  std::uint64_t pairs = 0;         ///< number of pairs (source, destination)
  std::uint64_t looked_at = 0;     ///< pairs examined; all of them unless the budget did not suffice
  bool all = true;                 ///< all pairs were examined
  std::vector<StrandedPair> some;  ///< the first few
};

/// Finds the pairs stranded by failures from the start. The topology outlives the call.
StrandedPairs find_stranded(const routing::Walker& algorithm, const Network& network, const Budget& budget = {},
                            std::size_t most = 3);

/// The same for a design; `topology` is the built design.topology, with its failures.
StrandedPairs find_stranded(const engine::Design& design, const topology::Topology& topology,
                            const Budget& budget = {});

}  // namespace fsin::deadlock
