// SPDX-License-Identifier: Apache-2.0
// Next hops from a file (tables/route_file.hpp): any routing in which the next port, and if the file says so the
// virtual channel, depends on the switch and the destination. Whether it can deadlock is the affair of the file.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/routing/any_network.hpp"
#include "fsin/routing/tables/route_file.hpp"

namespace fsin::routing {

struct TableFileParams : AnyNetworkFamily {
  static constexpr std::string_view name = "table";
  static constexpr std::string_view doc = "next hops from a file";
  static constexpr std::string_view cite = "";
  static constexpr bool adaptive = false;

  std::filesystem::path file;

  template <class F>
  void fields(F& f) {
    f("file", file, "lines of switch, destination, port and, if need be, virtual channel");
  }
  void check(const Setup<Geometry>& setup, Report& report) const {
    refuse_flow_control(setup, name, report);
    if (file.empty()) report.error("network.routing.file", "routing table needs a file; write file: routes.txt");
  }
  void check_built(const Setup<Geometry>& setup, Report& report) const {
    if (file.empty()) return;
    const auto read = made_once(*this, setup);
    for (const std::string& mistake : read->mistakes) report.error("network.routing.file", mistake);
  }
  /// A column for each node, and a second byte where the file names channels.
  static double table_bytes(const topology::Extent& extent) {
    const double switches = extent.routers > extent.nodes ? extent.routers - extent.nodes : extent.routers;
    return 2 * switches * extent.nodes;
  }
  template <class Use>
  auto with(const Setup<Geometry>& setup, Use use) const {
    const auto read = made_once(*this, setup);
    if (!read->mistakes.empty()) throw std::runtime_error(read->mistakes.front());
    return use(read->route);
  }

  struct ReadFile {
    TableRoute route;  ///< when there are no mistakes
    std::vector<std::string> mistakes;
  };
  ReadFile make(const Setup<Geometry>& setup) const {
    ReadFile read;
    RouteTables tables = read_routes(
        file, graph_of(setup), setup.vcs, [&read](std::string message) { read.mistakes.push_back(std::move(message)); },
        setup.failures);
    if (!read.mistakes.empty()) return read;
    const unsigned levels = tables.channel.empty() ? tables.longest : 1;
    read.route = make_table_route(std::move(tables), setup.vcs, setup.graph->ports(), levels, PortChoice::first, 0);
    if (levels > 1) read.route.facts.climbs = true;
    if (!read.route.tables->channel.empty()) read.route.facts.width = 1;  // the file has chosen
    return read;
  }
};

}  // namespace fsin::routing
