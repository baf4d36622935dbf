// SPDX-License-Identifier: Apache-2.0
// Ranks that exchange much placed close to each other: hop-bytes (hop_bytes.hpp) made few by static mapping with SCOTCH
// (F. Pellegrini, J. Roman, HPCN 1996), then by swaps of two ranks. The programs of SCOTCH map the graph of the ranks
// onto the graph of the network. Of all placements that were tried, consecutive nodes among them, the one with the
// fewest hop-bytes is taken, so that it is never worse than placement consecutive in that respect.
//
// Not modelled: when messages are sent, and which of several ways they take.
#pragma once

#include "trgen/replay/placements/site.hpp"

namespace trgen::replay {

struct ScotchParams : RanksOfNode {
  static constexpr std::string_view name = "scotch";
  static constexpr std::string_view doc = "ranks that exchange many bytes close to each other, by SCOTCH";
  static constexpr std::string_view cite =
      "F. Pellegrini, J. Roman, SCOTCH: a software package for static mapping by "
      "dual recursive bipartitioning, HPCN Europe 1996";

  std::vector<std::uint32_t> place(const Site& site, Problem& problem) const;
};

}  // namespace trgen::replay
