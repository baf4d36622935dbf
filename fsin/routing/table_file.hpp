// SPDX-License-Identifier: Apache-2.0
// Next hops from a file: parameters and checks. Reading it: algorithms/table_file.hpp.
#pragma once

#include <string_view>

#include "fsin/config/input_key.hpp"
#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

struct TableFileParams : AnyNetworkFamily {
  static constexpr std::string_view name = "table";
  static constexpr std::string_view doc = "next hops from a file";
  static constexpr std::string_view cite = "";
  static constexpr bool adaptive = false;

  InputPath file;

  template <class F>
  void fields(F& f) {
    f("file", file, "file of lines: switch, destination, port and, optionally, virtual channel");
  }
  void check(const Setup<Geometry>& setup, Report& report) const {
    refuse_flow_control(setup, name, report);
    if (file.empty()) report.error("network.routing.file", "routing table needs a file; write file: routes.txt");
  }
  /// Bytes of the tables: a column for each node, and a second byte if the file names channels.
  static double table_bytes(const topology::Extent& extent) {
    const double switches = extent.routers > extent.nodes ? extent.routers - extent.nodes : extent.routers;
    return 2 * switches * extent.nodes;
  }
};

}  // namespace fsin::routing
