// SPDX-License-Identifier: Apache-2.0
// Up*/down* routing over any network: shortest among the paths that never go up after they have gone down, in the order
// that a breadth-first tree gives (tables/up_down_order.hpp). One virtual channel is free of deadlock; further channels
// are equivalent, and a packet may take any. Links near the root are crowded, a known weakness of the routing.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/spanning_tree.hpp"
#include "fsin/routing/tables/up_down_order.hpp"

namespace fsin::routing {

inline bool names_switch(const TreeRoot& tree, const Fabric& fabric) {
  const std::vector<std::uint32_t>& switches = fabric.switch_of_router();
  return !tree.root || (*tree.root < switches.size() && switches[*tree.root] != Fabric::no_switch);
}
inline bool check_root(const TreeRoot& tree, const Fabric& fabric, Report& report) {
  if (names_switch(tree, fabric)) return true;
  report.error("network.routing.root",
               fmt::format("router {} is no switch of this network; write the number of one, up to {}", *tree.root,
                           fabric.router_of(fabric.switches() - 1)));
  return false;
}
inline std::uint32_t root_of(const TreeRoot& tree, const Fabric& fabric) {
  return tree.root && names_switch(tree, fabric) ? fabric.switch_of_router()[*tree.root] : central_switch(fabric);
}

inline TableRoute make_route(const SpanningTreeParams& params, const Setup<topology::Geometry>& setup) {
  const Fabric fabric = weighed_fabric(params, setup);
  RouteTables tables = up_down_tables(fabric, UpDownOrder(fabric, root_of(params, fabric)), params.choice);
  complete(params, fabric, tables);
  return make_table_route(std::move(tables), setup.vcs, fabric.ports(), 1, params.choice, params.hash_seed);
}

inline void check_links(const SpanningTreeParams& params, const Setup<topology::Geometry>& setup, Report& report) {
  check_weights(params, setup, report);
  if (check_root(params, Fabric(graph_of(setup)), report)) check_reach(*made_once(params, setup)->tables, report);
}

}  // namespace fsin::routing
