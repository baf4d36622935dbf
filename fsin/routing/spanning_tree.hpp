// SPDX-License-Identifier: Apache-2.0
// Up*/down* routing over any network: shortest ways among those that never go up after they have gone down, in the
// order that a breadth-first tree gives (tables/up_down_order.hpp). One virtual channel is free of deadlock; more of
// them are equal, and a packet may take any. Ways near the root are crowded: what the routing is known for.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "fsin/routing/any_network.hpp"
#include "fsin/routing/tables/up_down_order.hpp"

namespace fsin::routing {

/// The key `root`, and the switch that it names.
struct TreeRoot {
  std::optional<unsigned> root;

  template <class F>
  void fields(F& f) {
    f("root", root, "router at the root of the tree (default: the switch whose farthest switch is nearest)")
        .range(0, 16'777'215);
  }
  bool is_switch(const Fabric& fabric) const {
    return !root || (*root < fabric.switch_of_router().size() && fabric.switch_of_router()[*root] != Fabric::no_switch);
  }
  bool check(const Fabric& fabric, Report& report) const {
    if (is_switch(fabric)) return true;
    report.error("network.routing.root",
                 fmt::format("router {} is no switch of this network; write the number of one, up to {}", *root,
                             fabric.router_of(fabric.switches() - 1)));
    return false;
  }
  std::uint32_t of(const Fabric& fabric) const {
    return root && is_switch(fabric) ? fabric.switch_of_router()[*root] : central_switch(fabric);
  }
};

struct SpanningTreeParams : AnyNetworkFamily, ChoiceOfPort, TreeRoot {
  static constexpr std::string_view name = "spanning-tree";
  static constexpr std::string_view doc = "up*/down*: up towards the root of a spanning tree, then only down";
  static constexpr std::string_view cite = "Schroeder et al., IEEE JSAC 9(8), 1991 (Autonet)";

  template <class F>
  void fields(F& f) {
    TreeRoot::fields(f);
    ChoiceOfPort::fields(f);
  }
  static unsigned parallel_channels(const Setup<Geometry>& setup) { return setup.vcs; }
  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  void check_built(const Setup<Geometry>& setup, Report& report) const {
    if (TreeRoot::check(Fabric(graph_of(setup)), report)) check_reach(*made_once(*this, setup)->tables, report);
  }
  double table_bytes(const topology::Extent& extent) const {
    return pair_bytes(extent.routers, extent.nodes, 2 * cell()) + extent.routers * extent.ports;
  }
  template <class Use>
  auto with(const Setup<Geometry>& setup, Use use) const {
    return with_route(*this, setup, use);
  }
  TableRoute make(const Setup<Geometry>& setup) const {
    const Fabric fabric = fabric_of(setup);
    RouteTables tables = up_down_tables(fabric, UpDownOrder(fabric, TreeRoot::of(fabric)), choice);
    complete(fabric, tables);
    return make_table_route(std::move(tables), setup.vcs, fabric.ports(), 1, choice, hash_seed);
  }
};

}  // namespace fsin::routing
