// SPDX-License-Identifier: Apache-2.0
// One shortest way for each pair of switches, chosen so that links are used evenly, and a virtual channel for each pair
// that its packets keep: ways that would wait for each other in a cycle have different ones (tables/layers.hpp). What
// InfiniBand networks do, whose routers know no hop count.
//
// Free of deadlock when there are as many virtual channels as layers; `fsin check` says how many. With fewer the ways
// of all further layers share the last channel, which may deadlock; more are copies in whole sets.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "fsin/routing/any_network.hpp"
#include "fsin/routing/tables/layers.hpp"

namespace fsin::routing {

struct LayeredParams : AnyNetworkFamily {
  static constexpr std::string_view name = "layered";
  static constexpr std::string_view doc =
      "one balanced shortest way a pair, in layers of virtual channels (DFSSSP, LASH)";
  static constexpr std::string_view cite = "Domke, Hoefler & Nagel, IPDPS 2011; Lysne et al., IEEE TPDS 17(1), 2006";
  static constexpr bool adaptive = false;

  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  void check_built(const Setup<Geometry>& setup, Report& report) const {
    const auto route = made_once(*this, setup);
    const RouteTables& tables = *route->tables;
    check_reach(tables, report);
    if (tables.layers <= setup.vcs) return;
    report.warning("network.router.virtual_channels",
                   fmt::format("routing {} has {} layers on this network and {} virtual channels for them, so that "
                               "some share the last and it can deadlock; write {}",
                               name, tables.layers, setup.vcs, tables.layers));
  }
  static double table_bytes(const topology::Extent& extent) {
    return pair_bytes(extent.routers, extent.nodes, 2 * sizeof(std::uint8_t));
  }
  template <class Use>
  auto with(const Setup<Geometry>& setup, Use use) const {
    return with_route(*this, setup, use);
  }
  static TableRoute make(const Setup<Geometry>& setup) {
    const Fabric fabric = fabric_of(setup);
    RouteTables tables = balanced_tables(fabric);
    if (!tables.cut_off) add_layers(fabric, tables);
    const unsigned levels = std::min(tables.layers, setup.vcs);
    for (std::uint8_t& layer : tables.layer) layer = std::min(layer, static_cast<std::uint8_t>(levels - 1));
    TableRoute route = make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, PortChoice::first, 0);
    route.facts.most_hops = 0;
    return route;
  }
};

}  // namespace fsin::routing
