// SPDX-License-Identifier: Apache-2.0
// What the families that route over any network by tables have in common.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "fsin/config/dump.hpp"
#include "fsin/config/fields.hpp"
#include "fsin/routing/table_route.hpp"

namespace fsin::routing {

inline constexpr std::array port_choice_names{
    config::Named{PortChoice::first, "first", "the port with the lowest number"},
    config::Named{PortChoice::flow, "flow", "by a hash of source and destination, so that a pair has one way (ECMP)"},
    config::Named{PortChoice::packet, "packet", "drawn for each packet at each hop, anew in every cycle"},
    config::Named{PortChoice::adaptive, "adaptive", "the one with the emptiest next queue"},
};

/// What all share: the kind of network, which is any, and that virtual channels alone protect them.
struct AnyNetworkFamily {
  using Geometry = topology::Geometry;
  static constexpr std::string_view works_on = "any network";
  static constexpr bool adaptive = true;

  static router::FlowControl flow_control(const topology::Geometry&) {
    return router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::Geometry>&) { return 0; }
  /// A link on which all packets have the same level of the ladder has one channel for them.
  static unsigned parallel_channels(const Setup<topology::Geometry>&) { return 1; }
};

inline void refuse_flow_control(const Setup<topology::Geometry>& setup, std::string_view routing, Report& report) {
  if (!setup.traits().guards()) return;
  report.error(
      "network.router.flow_control",
      fmt::format("routing {} knows no rings, it has its virtual channels; write flow_control: none", routing));
}

inline std::string text_of(const CutOff& pair) {
  return fmt::format("there is no way from node {} to node {}", pair.source, pair.destination);
}

/// check_built() refuses what fails here.
inline const topology::PortGraph& graph_of(const Setup<topology::Geometry>& setup) {
  if (setup.graph == nullptr) throw std::logic_error("tables are made from the links of a network that is built");
  return *setup.graph;
}
inline Fabric fabric_of(const Setup<topology::Geometry>& setup) { return Fabric(graph_of(setup), setup.failures); }

/// What family.make(setup) gives: tables, and the algorithm that reads them. The network keeps them, so that they are
/// made once for the checks and the runs of an experiment.
template <class Family>
auto made_once(const Family& family, const Setup<topology::Geometry>& setup) {
  using Made = decltype(family.make(setup));
  const auto make = [&] { return family.make(setup); };
  if (setup.kept == nullptr) return std::make_shared<const Made>(make());
  std::string name = fmt::format("{}, {} channels\n", Family::name, setup.vcs);
  if constexpr (requires(Family & copy, config::Fields & fields) { copy.fields(fields); }) name += config::dump(family);
  return setup.kept->get<Made>(name, make);
}

/// A network whose links are known has a way for every pair of nodes, or had one before links failed.
inline void check_reach(const RouteTables& tables, Report& report) {
  if (tables.cut_off) report.error("network.topology", text_of(*tables.cut_off) + "; every pair needs one");
}

/// use(algorithm), where a table route is the algorithm of the family.
template <class Family, class Use>
auto with_route(const Family& family, const Setup<topology::Geometry>& setup, Use use) {
  const auto route = made_once(family, setup);
  if (route->tables->cut_off) throw std::runtime_error(text_of(*route->tables->cut_off));
  return use(*route);
}

/// The keys of a choice among several ports.
struct ChoiceOfPort {
  PortChoice choice = PortChoice::flow;
  std::uint64_t hash_seed = 1;

  template <class F>
  void fields(F& f) {
    f("choice", choice, "which of several next ports that are equally good").names(port_choice_names);
    f("hash_seed", hash_seed, "of the hash by which choice: flow spreads the pairs of nodes");
  }
  /// What the tables need beside the ports.
  void complete(const Fabric& fabric, RouteTables& tables) const {
    if (choice == PortChoice::flow) add_salt(fabric, hash_seed, tables);
  }
  /// Bytes of the cell of a pair.
  double cell() const { return choice == PortChoice::first ? sizeof(std::uint8_t) : sizeof(std::uint32_t); }
};

/// What the families share whose ways are made of shortest ones, with a choice of the next port.
struct ShortestWaysFamily : AnyNetworkFamily, ChoiceOfPort {
  double table_bytes(const topology::Extent& extent) const { return pair_bytes(extent.routers, extent.nodes, cell()); }
};

}  // namespace fsin::routing
