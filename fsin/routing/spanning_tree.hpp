// SPDX-License-Identifier: Apache-2.0
// Up*/down* routing over any network: parameters and checks. The tables: algorithms/spanning_tree.hpp.
#pragma once

#include <optional>
#include <string_view>

#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

/// The key `root`.
struct TreeRoot {
  std::optional<unsigned> root;

  template <class F>
  void fields(F& f) {
    f("root", root, "router at the root of the tree (default: the switch whose farthest switch is nearest)")
        .range(0, 16'777'215);
  }
};

struct SpanningTreeParams : AnyNetworkFamily, ChoiceOfPort, TreeRoot, WeightOfLinks {
  static constexpr std::string_view name = "spanning-tree";
  static constexpr std::string_view doc = "up*/down*: up towards the root of a spanning tree, then only down";
  static constexpr std::string_view cite = "Schroeder et al., IEEE JSAC 9(8), 1991 (Autonet)";

  template <class F>
  void fields(F& f) {
    TreeRoot::fields(f);
    ChoiceOfPort::fields(f);
    WeightOfLinks::fields(f);
  }
  static unsigned parallel_channels(const Setup<Geometry>& setup) { return setup.vcs; }
  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  double table_bytes(const topology::Extent& extent) const {
    return pair_bytes(extent.routers, extent.nodes, 2 * cell()) + extent.routers * extent.ports;
  }
};

}  // namespace fsin::routing
