// SPDX-License-Identifier: Apache-2.0
// Common code of the families that route over any network by tables: tables kept by the network, and the one algorithm
// that reads them.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <memory>
#include <stdexcept>
#include <string>

#include "fsin/config/dump.hpp"
#include "fsin/routing/algorithms/table_route.hpp"
#include "fsin/routing/any_network.hpp"
#include "fsin/routing/tables/link_costs.hpp"

namespace fsin::routing {

inline std::string text_of(const CutOff& pair) {
  return fmt::format("there is no way from node {} to node {}", pair.source, pair.destination);
}

/// The links of the network. If links have failed, check_links() of the tables refuses pairs without a path.
inline const topology::PortGraph& graph_of(const Setup<topology::Geometry>& setup) {
  if (setup.graph == nullptr) throw std::logic_error("tables are made from the links of a network that is built");
  return *setup.graph;
}

/// The result of make_route(family, setup): tables, and the algorithm that reads them. The network keeps it, so that it
/// is made once for the checks and the runs of an experiment.
template <class Family>
auto made_once(const Family& family, const Setup<topology::Geometry>& setup) {
  using Made = decltype(make_route(family, setup));
  const auto make = [&] { return make_route(family, setup); };
  if (setup.kept == nullptr) return std::make_shared<const Made>(make());
  std::string name = fmt::format("{}, {} channels\n", Family::name, setup.vcs);
  if constexpr (requires(Family & copy, config::Fields & fields) { copy.fields(fields); }) name += config::dump(family);
  if constexpr (std::derived_from<Family, WeightOfLinks>) {
    if (family.weight != Weight::hops) {
      for (const LinkPace& pace : setup.paces) name += fmt::format("{} {}\n", pace.phit, pace.header);
    }
  }
  return setup.kept->get<Made>(name, make);
}

/// Adds an error if some pair of nodes has no path in a network whose links are known, and had none before links
/// failed.
inline void check_reach(const RouteTables& tables, Report& report) {
  if (tables.cut_off) report.error("network.topology", text_of(*tables.cut_off) + "; every pair needs one");
}

/// Adds the further tables that the choice of port needs.
inline void complete(const ChoiceOfPort& ports, const Fabric& fabric, RouteTables& tables) {
  if (ports.choice == PortChoice::flow) add_salt(fabric, ports.hash_seed, tables);
}

/// A family whose algorithm is a table route, or derived from it, completely described by make_route().
template <class Family>
concept TableRouteFamily = requires(const Family& family, const Setup<topology::Geometry>& setup) {
  { make_route(family, setup) } -> std::derived_from<TableRoute>;
};

template <TableRouteFamily Family, class Use>
auto with_algorithm(const Family& family, const Setup<topology::Geometry>& setup, Use use) {
  const auto route = made_once(family, setup);
  if (route->tables->cut_off) throw std::runtime_error(text_of(*route->tables->cut_off));
  return use(*route);
}

template <TableRouteFamily Family>
void check_links(const Family& family, const Setup<topology::Geometry>& setup, Report& report) {
  check_reach(*made_once(family, setup)->tables, report);
  if constexpr (std::derived_from<Family, WeightOfLinks>) check_weights(family, setup, report);
}

}  // namespace fsin::routing
