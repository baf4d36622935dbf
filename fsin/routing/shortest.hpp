// SPDX-License-Identifier: Apache-2.0
// Shortest ways over any network, by tables; several equally short ones are told apart by `choice`.
//
// Virtual channels: a ladder of hops. Free of deadlock when there are as many as the longest way has links between
// switches (the diameter of the switches), since the channel number grows with every hop (K. D. Günther, Prevention of
// deadlocks in packet-switched data transport systems, IEEE Trans. Communications 29(4), 1981). With fewer the last
// channel serves all further hops, which may deadlock; more are copies in whole sets, and what is over is idle.
// Equal-cost multi-path by flow and by packet: C. Hopps, RFC 2992, 2000, in place of whose hash stands multiply-shift.
#pragma once

#include <string_view>

#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

struct ShortestParams : ShortestWaysFamily {
  static constexpr std::string_view name = "shortest";
  static constexpr std::string_view doc = "shortest ways, the virtual channel growing with every hop";
  static constexpr std::string_view cite = "Gunther, IEEE Trans. Communications 29(4), 1981; RFC 2992";

  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  void check_built(const Setup<Geometry>& setup, Report& report) const {
    check_reach(*made_once(*this, setup)->tables, report);
  }
  template <class Use>
  auto with(const Setup<Geometry>& setup, Use use) const {
    return with_route(*this, setup, use);
  }
  TableRoute make(const Setup<Geometry>& setup) const {
    const Fabric fabric = fabric_of(setup);
    RouteTables tables = shortest_tables(fabric, choice);
    complete(fabric, tables);
    const unsigned levels = tables.longest;
    TableRoute route = make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, choice, hash_seed);
    route.facts.climbs = true;
    return route;
  }
};

}  // namespace fsin::routing
