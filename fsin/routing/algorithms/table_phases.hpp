// SPDX-License-Identifier: Apache-2.0
// Tables of routes that are made once or, where they follow the faults of a run (topology::Failures::reroutes), for the
// network of each phase: one mechanism for every family whose algorithm is a TableRoute or is derived from it.
//
// A packet under way keeps across a change what is the same under all tables: the columns of its targets, its channel
// and the links that it has crossed. So all phases have the same levels of virtual channels, which are found from the
// tables of all of them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "fsin/routing/algorithms/table_route.hpp"
#include "fsin/routing/tables/changing_tables.hpp"
#include "fsin/routing/tables/link_costs.hpp"

namespace fsin::routing {

/// True if the tables of a routing follow the network in the course of the run.
inline bool follows_faults(const Setup<topology::Geometry>& setup) {
  return setup.failures != nullptr && !setup.failures->reroutes.empty();
}

/// The algorithm of a family: made(fabric) makes the tables of a network; levels_of(fabric, changing) adds to those of
/// all phases what they need besides, `fabric` being that of the start, and returns the number of levels;
/// route_of(tables, levels) makes the algorithm.
template <class Made, class LevelsOf, class RouteOf>
TableRoute route_in_phases(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup, Made made,
                           LevelsOf levels_of, RouteOf route_of) {
  const Fabric first = weighed_fabric(weight, setup);
  ChangingTables changing;
  changing.phases.push_back(made(first));
  if (!follows_faults(setup)) {
    const unsigned levels = levels_of(first, changing);
    return route_of(std::move(changing.phases[0]), levels);
  }
  const std::vector<topology::Reroute>& reroutes = setup.failures->reroutes;
  for (const topology::Reroute& reroute : reroutes)
    changing.phases.push_back(made(weighed_fabric(weight, setup, reroute.of)));
  for (std::size_t phase = 0; phase <= reroutes.size(); ++phase) {
    const Cycle from = phase == 0 ? topology::first_cycle : reroutes[phase - 1].from;
    const Cycle end = phase == reroutes.size() ? never : reroutes[phase].from;
    changing.neighbours.push_back(neighbours_of(Fabric::within(*setup.graph, *setup.failures, from, end)));
  }
  const unsigned levels = levels_of(first, changing);
  const auto phases = std::make_shared<std::vector<TablePhase>>();
  for (RouteTables& tables : changing.phases) {
    TableRoute route = route_of(std::move(tables), levels);
    phases->push_back({route.tables, route.facts});
  }
  TableRoute route;
  route.phases = phases;
  route.enter(0);
  return route;
}

}  // namespace fsin::routing
