// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive routing over any network with an escape by up*/down*: parameters and checks. The algorithm:
// algorithms/escape_tree.hpp.
#pragma once

#include <algorithm>
#include <string_view>

#include "fsin/routing/any_network.hpp"
#include "fsin/routing/spanning_tree.hpp"

namespace fsin::routing {

struct EscapeTreeParams : AnyNetworkFamily, TreeRoot, WeightOfLinks {
  static constexpr std::string_view name = "escape-tree";
  static constexpr std::string_view doc = "minimal adaptive, with an escape channel by up*/down*";
  static constexpr std::string_view cite = "Silla & Duato, IEEE TPDS 11(7), 2000";
  static constexpr bool reroutes = true;

  bool returns = false;

  template <class F>
  void fields(F& f) {
    TreeRoot::fields(f);
    f("returns", returns,
      "true: a packet may leave the escape channel again; no effect if links fail during the run or nodes are cut off");
    WeightOfLinks::fields(f);
  }
  static unsigned parallel_channels(const Setup<Geometry>& setup) { return std::max(1U, setup.vcs - 1); }
  static void check(const Setup<Geometry>& setup, Report& report) {
    refuse_flow_control(setup, name, report);
    if (setup.vcs > 1) return;
    report.warning("network.router.virtual_channels",
                   "with one virtual channel all packets of routing escape-tree take the tree; write 2 or more");
  }
  double table_bytes(const topology::Extent& extent) const {
    return pair_bytes(extent.routers, extent.nodes, sizeof(std::uint32_t) + 2 * sizeof(std::uint8_t)) +
           2 * extent.routers * extent.ports;
  }
};

}  // namespace fsin::routing
