// SPDX-License-Identifier: Apache-2.0
// One shortest path for each pair of switches, chosen so that links are used evenly, and a virtual channel for each
// pair that its packets keep: paths that would wait for each other in a cycle have different channels
// (tables/layers.hpp). Used in InfiniBand networks, whose routers know no hop count.
//
// Free of deadlock when there are as many virtual channels as layers; `fsin check` says how many. With fewer channels,
// the paths of all further layers share the last one, which may deadlock; more channels form copies of the whole set.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/layered.hpp"
#include "fsin/routing/tables/layers.hpp"

namespace fsin::routing {

inline TableRoute make_route(const LayeredParams& params, const Setup<topology::Geometry>& setup) {
  const Fabric fabric = weighed_fabric(params, setup);
  RouteTables tables = balanced_tables(fabric);
  if (!tables.cut_off) add_layers(fabric, tables);
  const unsigned levels = std::min(tables.layers, setup.vcs);
  for (std::uint8_t& layer : tables.layer) layer = std::min(layer, static_cast<std::uint8_t>(levels - 1));
  TableRoute route = make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, PortChoice::first, 0);
  route.facts.most_hops = 0;
  return route;
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
