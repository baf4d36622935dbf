// SPDX-License-Identifier: Apache-2.0
// What of a graph of components matters to a network: the ways between its terminals.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/imports/infragraph/expand.hpp"

namespace fsin::imports::infragraph {

/// What was made simpler, in components.
struct Simplified {
  std::uint64_t unreachable = 0;  ///< no way from a terminal leads to them
  std::uint64_t dead_ends = 0;    ///< memory, and what has one link: ports that nothing is plugged into
  std::uint64_t joints = 0;       ///< ports, network cards and custom components with two links: one link
};

/// Takes out of the cables what leads to no terminal, and joins the two links of what only carries on: the rate of the
/// slower, the sum of the delays. Components that are not of the network any more have no cables.
Simplified simplify(Graph& graph, const std::vector<bool>& is_terminal);

}  // namespace fsin::imports::infragraph
