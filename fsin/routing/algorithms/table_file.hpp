// SPDX-License-Identifier: Apache-2.0
// Next hops from a file (tables/route_file.hpp): any routing in which the next port and, optionally, the virtual
// channel depend on the switch and the destination. Freedom from deadlock depends on the file.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/table_file.hpp"
#include "fsin/routing/tables/route_file.hpp"

namespace fsin::routing {

struct ReadFile {
  TableRoute route;  ///< valid if there are no mistakes
  std::vector<std::string> mistakes;
};
inline ReadFile make_route(const TableFileParams& params, const Setup<topology::Geometry>& setup) {
  ReadFile read;
  RouteTables tables = read_routes(
      params.file, graph_of(setup), setup.vcs,
      [&read](std::string message) { read.mistakes.push_back(std::move(message)); }, setup.failures);
  if (!read.mistakes.empty()) return read;
  const unsigned levels = tables.channel.empty() ? tables.longest : 1;
  read.route = make_table_route(std::move(tables), setup.vcs, setup.graph->ports(), levels, PortChoice::first, 0);
  if (levels > 1) read.route.facts.climbs = true;
  if (!read.route.tables->channel.empty()) read.route.facts.width = 1;  // the file selects the channel
  return read;
}

inline void check_links(const TableFileParams& params, const Setup<topology::Geometry>& setup, Report& report) {
  if (params.file.empty()) return;
  const auto read = made_once(params, setup);
  for (const std::string& mistake : read->mistakes) report.error("network.routing.file", mistake);
}

template <class Use>
auto with_algorithm(const TableFileParams& params, const Setup<topology::Geometry>& setup, Use use) {
  const auto read = made_once(params, setup);
  if (!read->mistakes.empty()) throw std::runtime_error(read->mistakes.front());
  return use(read->route);
}

}  // namespace fsin::routing
