// SPDX-License-Identifier: Apache-2.0
// One shortest path for each pair of switches, chosen so that links are used evenly, and a virtual channel for each
// pair that its packets keep: paths that would wait for each other in a cycle have different channels
// (tables/layers.hpp). Used in InfiniBand networks, whose routers know no hop count.
//
// Free of deadlock when there are as many virtual channels as layers; `fsin check` says how many. With fewer channels,
// the paths of all further layers share the last one, which may deadlock; more channels form copies of the whole set.
//
// Where tables follow the faults of a run, a pair has one layer for the whole of it, chosen by the waits of all ways
// that its packets may take while tables change.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/algorithms/table_phases.hpp"
#include "fsin/routing/layered.hpp"
#include "fsin/routing/tables/layers.hpp"

namespace fsin::routing {

inline TableRoute make_route(const LayeredParams& params, const Setup<topology::Geometry>& setup) {
  const auto levels_of = [&](const Fabric& fabric, ChangingTables& changing) {
    if (changing.phases[0].cut_off) return 1U;  // which check_links() refuses
    if (changing.change()) {
      add_layers(changing);
    } else {
      add_layers(fabric, changing.phases[0]);
    }
    const unsigned levels = std::min(changing.phases[0].layers, setup.vcs);
    for (RouteTables& tables : changing.phases) {
      for (std::uint8_t& layer : tables.layer) layer = std::min(layer, static_cast<std::uint8_t>(levels - 1));
    }
    return levels;
  };
  const auto route_of = [&](RouteTables tables, unsigned levels) {
    TableRoute route =
        make_table_route(std::move(tables), setup.vcs, setup.graph->ports(), levels, PortChoice::first, 0);
    route.facts.most_hops = 0;
    return route;
  };
  return route_in_phases(params, setup, balanced_tables, levels_of, route_of);
}

inline void check_links(const LayeredParams& params, const Setup<topology::Geometry>& setup, Report& report) {
  const auto route = made_once(params, setup);
  const RouteTables& tables = *route->tables;
  check_reach(tables, report);
  check_weights(params, setup, report);
  if (tables.layers <= setup.vcs) return;
  report.warning("network.router.virtual_channels",
                 fmt::format("routing {} has {} layers on this network and {} virtual channels for them, so that "
                             "some share the last and it can deadlock; write {}",
                             LayeredParams::name, tables.layers, setup.vcs, tables.layers));
}

}  // namespace fsin::routing
