// SPDX-License-Identifier: Apache-2.0
// One of the k shortest ways without loops between the switches of a pair, which need not be equally short: drawn for
// each packet, or the same for all packets of a pair of nodes. A. Singla et al., Jellyfish: networking data centers
// randomly, NSDI 2012, section 5. The packet carries the place of its way in a list, so that nothing is chosen later.
//
// Virtual channels: a ladder of hops, as in shortest.hpp; as many as the longest of these ways has links between
// switches are free of deadlock.
#pragma once

#include <array>
#include <string_view>

#include "fsin/routing/any_network.hpp"
#include "fsin/routing/tables/k_shortest.hpp"

namespace fsin::routing {

enum class PathChoice : std::uint8_t { packet, flow };
inline constexpr std::array path_choice_names{
    config::Named{PathChoice::packet, "packet", "drawn for each packet when it enters"},
    config::Named{PathChoice::flow, "flow", "by a hash of source and destination, so that a pair has one way"},
};

struct PathsParams : AnyNetworkFamily {
  static constexpr std::string_view name = "paths";
  static constexpr std::string_view doc = "one of the k shortest ways between two switches, chosen at the source";
  static constexpr std::string_view cite = "Yen, Management Science 17(11), 1971; Singla et al., NSDI 2012";

  unsigned k = 4;
  PathChoice choice = PathChoice::packet;
  std::uint64_t hash_seed = 1;

  template <class F>
  void fields(F& f) {
    f("k", k, "ways of a pair of switches, at most").range(1, 64);
    f("choice", choice, "which of them").names(path_choice_names);
    f("hash_seed", hash_seed, "of the hash by which choice: flow spreads the pairs of nodes");
  }
  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  void check_built(const Setup<Geometry>& setup, Report& report) const {
    check_reach(*made_once(*this, setup)->tables, report);
  }
  /// A way takes as many bytes as it has links, for which 4 stand here, and two numbers.
  double table_bytes(const topology::Extent& extent) const {
    return pair_bytes(extent.routers, extent.nodes, 4 + k * 9.0);
  }
  template <class Use>
  auto with(const Setup<Geometry>& setup, Use use) const {
    return with_route(*this, setup, use);
  }
  TableRoute make(const Setup<Geometry>& setup) const {
    const Fabric fabric = fabric_of(setup);
    RouteTables tables = path_tables(fabric, k);
    const unsigned levels = tables.longest;
    const PortChoice by = choice == PathChoice::flow ? PortChoice::flow : PortChoice::first;
    TableRoute route = make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, by, hash_seed);
    route.facts.climbs = true;
    route.facts.most_hops = 0xfffeU;  // they also say where in its way the packet is
    return route;
  }
};

}  // namespace fsin::routing
