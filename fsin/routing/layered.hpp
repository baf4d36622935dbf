// SPDX-License-Identifier: Apache-2.0
// Balanced shortest paths in layers of virtual channels: parameters and checks. The tables: algorithms/layered.hpp.
#pragma once

#include <string_view>

#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

struct LayeredParams : AnyNetworkFamily, WeightOfLinks {
  static constexpr std::string_view name = "layered";
  static constexpr std::string_view doc =
      "one balanced shortest path for each pair, in layers of virtual channels (DFSSSP, LASH)";
  static constexpr std::string_view cite = "Domke, Hoefler & Nagel, IPDPS 2011; Lysne et al., IEEE TPDS 17(1), 2006";
  static constexpr bool adaptive = false;
  static constexpr bool reroutes = true;

  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  static double table_bytes(const topology::Extent& extent) {
    return pair_bytes(extent.routers, extent.nodes, 2 * sizeof(std::uint8_t));
  }
};

}  // namespace fsin::routing
