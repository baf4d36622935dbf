// SPDX-License-Identifier: Apache-2.0
// Pairs of nodes whose packets can come to a place where the routing permits them nothing but failed links: those that
// go over a link that has failed, where the way is fixed, and those that may, where it is not.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/deadlock/design.hpp"
#include "fsin/deadlock/flows.hpp"

namespace fsin::deadlock {

struct StrandedPair {
  Flow flow;
  std::uint32_t router = 0;  ///< where such a packet waits for ever
  unsigned port = 0;         ///< a failed link that it would take there
};

struct StrandedPairs {
  std::uint64_t pairs = 0;         ///< (source, destination)
  std::uint64_t looked_at = 0;     ///< pairs; all of them unless the budget did not suffice
  bool all = true;                 ///< all were looked at
  std::vector<StrandedPair> some;  ///< the first few
};

/// With what fails from the start. The topology outlives the call.
StrandedPairs find_stranded(const routing::Walker& algorithm, const Network& network, const Budget& budget = {},
                            std::size_t most = 3);

/// The same of a design; `topology` is the built design.topology, with its failures.
StrandedPairs find_stranded(const engine::Design& design, const topology::Topology& topology,
                            const Budget& budget = {});

}  // namespace fsin::deadlock
