// SPDX-License-Identifier: Apache-2.0
// The parameters of one placement of the catalogue, whichever it is, and what may be asked of them.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/config/choice.hpp"
#include "fsin/core/diagnostic.hpp"
#include "trgen/replay/placements/site.hpp"

namespace trgen::replay {

struct Placements;  // the list: catalogue.hpp
using Placement = fsin::config::Choice<Placements>;

/// The largest number of ranks that it puts on a node.
std::uint32_t ranks_of_node(const Placement& placement);

/// True where it goes by who sends to whom, and by the links of the network.
bool goes_by_messages(const Placement& placement);

/// The node of every rank; empty after a problem, or after errors in a file, which are in `diagnostics`.
std::vector<std::uint32_t> place(const Placement& placement, const Site& site, fsin::Diagnostics& diagnostics,
                                 Problem& problem);

}  // namespace trgen::replay

extern template class fsin::config::Choice<trgen::replay::Placements>;
