// SPDX-License-Identifier: Apache-2.0
// Over any network: a shortest way to a switch drawn at random and a shortest way from there (L. G. Valiant, A scheme
// for fast parallel communication, SIAM J. Computing 11(2), 1982), and UGAL-L, which goes that way or the shortest by
// what the switch of the source knows of its own queues (A. Singh, PhD thesis, Stanford 2005):
//
//   minimal if q_min H_min <= q_val H_val + threshold
//
// q: phits in the next queue of the first hop, the emptiest of those that the packet may take; H: links between
// switches on the way, counted as 255 where there are more. The switch decides once, when it first looks at the header.
// The switch drawn has nodes and is neither the source's nor the destination's, each with equal probability; between
// nodes of one switch there is no detour, and none over a switch that faults have cut off from source or destination.
//
// Virtual channels: a ladder of hops, as in shortest.hpp. Two ways in a row have at most twice the diameter, so twice
// as many are free of deadlock.
#pragma once

#include <algorithm>
#include <string_view>

#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

inline TableRoute make_detour_route(const Setup<topology::Geometry>& setup, const ChoiceOfPort& ports, bool weighs) {
  const Fabric fabric = fabric_of(setup);
  RouteTables tables = shortest_tables(fabric, ports.choice);
  ports.complete(fabric, tables);
  if (weighs) add_distances(fabric, tables);
  const unsigned levels = 2 * tables.longest;
  TableRoute route =
      make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, ports.choice, ports.hash_seed);
  route.facts.climbs = route.facts.detours = true;
  route.facts.weighs = weighs;
  route.facts.most_hops = std::max<std::uint16_t>(route.facts.last_level, 1);  // 0 is the switch of the source
  return route;
}

struct GraphValiantParams : ShortestWaysFamily {
  static constexpr std::string_view name = "valiant";
  static constexpr std::string_view doc = "a shortest way to a random switch, then a shortest way on";
  static constexpr std::string_view cite = "Valiant, SIAM J. Computing 11(2), 1982";

  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  void check_built(const Setup<Geometry>& setup, Report& report) const {
    check_reach(*made_once(*this, setup)->tables, report);
  }
  template <class Use>
  auto with(const Setup<Geometry>& setup, Use use) const {
    return with_route(*this, setup, use);
  }
  TableRoute make(const Setup<Geometry>& setup) const { return make_detour_route(setup, *this, false); }
};

struct GraphUgalParams : ShortestWaysFamily {
  static constexpr std::string_view name = "ugal";
  static constexpr std::string_view doc =
      "a shortest way, or over a random switch, by the queues at the source (UGAL-L)";
  static constexpr std::string_view cite = "Singh, PhD thesis, Stanford 2005";

  unsigned threshold = 0;

  GraphUgalParams() { choice = PortChoice::adaptive; }

  template <class F>
  void fields(F& f) {
    f("threshold", threshold, "phits times hops by which the detour must be cheaper than the minimal way")
        .range(0, 1'000'000);
    ChoiceOfPort::fields(f);
  }
  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  double table_bytes(const topology::Extent& extent) const {
    return pair_bytes(extent.routers, extent.nodes, cell() + sizeof(std::uint8_t));
  }
  void check_built(const Setup<Geometry>& setup, Report& report) const {
    check_reach(*made_once(*this, setup)->tables, report);
  }
  template <class Use>
  auto with(const Setup<Geometry>& setup, Use use) const {
    return with_route(*this, setup, use);
  }
  TableRoute make(const Setup<Geometry>& setup) const {
    TableRoute route = make_detour_route(setup, *this, true);
    route.facts.threshold = threshold;
    return route;
  }
};

}  // namespace fsin::routing
