// SPDX-License-Identifier: Apache-2.0
// Files of htsim (csg-htsim, uet-htsim): fat trees (.topo) and connection matrices (.cm).
//
// A tree becomes the topology of the same switches and links. A matrix becomes a program, in which each flow is a
// process of its own on its node: flows of a node share its link packet by packet, and begin at their start times or
// triggers. A flow that fires a trigger when it is sent waits for an acknowledgement of no bytes from its receiver.
// Left out, and told: loss, trimming and the transports of htsim (links here are lossless), priorities, failures.
// Source: fat_tree_topology.cpp, connection_matrix.cpp and trigger.cpp of htsim.
#pragma once

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct HtsimTree {
  static constexpr std::string_view name = "htsim-topo";
  static constexpr std::string_view doc = "a fat tree of htsim (.topo), `Nodes 1024`, `Tiers 3`, `Tier 0`";

  static bool sniff(std::string_view text);
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

struct HtsimMatrix {
  static constexpr std::string_view name = "htsim-cm";
  static constexpr std::string_view doc =
      "flows of htsim (.cm), `0->5 id 1 start 0 size 2000000`; topo=FILE is their tree";

  static bool sniff(std::string_view text);
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

}  // namespace fsin::imports
