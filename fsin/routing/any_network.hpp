// SPDX-License-Identifier: Apache-2.0
// Common parameters of the families that route over any network by tables. The tables and the algorithm that reads
// them: algorithms/any_network.hpp.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/config/fields.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/routing/link_weights.hpp"
#include "fsin/routing/tables/port_choice.hpp"

namespace fsin::routing {

inline constexpr std::array port_choice_names{
    config::Named{PortChoice::first, "first", "the port with the lowest number"},
    config::Named{PortChoice::flow, "flow", "by a hash of source and destination, so that a pair has one path (ECMP)"},
    config::Named{PortChoice::packet, "packet", "drawn for each packet at each hop, anew in every cycle"},
    config::Named{PortChoice::adaptive, "adaptive", "the port whose link has the least backlog, over all its channels"},
    config::Named{PortChoice::emptiest, "emptiest",
                  "the channel with the emptiest next queue, whatever else its link has"},
};

/// Common part of all these families: they work on any kind of network, which only virtual channels protect.
struct AnyNetworkFamily {
  using Geometry = topology::Geometry;
  static constexpr std::string_view works_on = "any network";
  static constexpr bool adaptive = true;

  static router::FlowControl flow_control(const topology::Geometry&) {
    return router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::Geometry>&) { return 0; }
  /// The number of channels of a link on which all packets have the same level of the ladder: one.
  static unsigned parallel_channels(const Setup<topology::Geometry>&) { return 1; }
};

inline void refuse_flow_control(const Setup<topology::Geometry>& setup, std::string_view routing, Report& report) {
  if (!setup.traits().guards()) return;
  report.error(
      "network.router.flow_control",
      fmt::format("routing {} knows no rings, it has its virtual channels; write flow_control: none", routing));
}

/// The keys of a choice among several ports.
struct ChoiceOfPort {
  PortChoice choice = PortChoice::flow;
  std::uint64_t hash_seed = 1;

  template <class F>
  void fields(F& f) {
    f("choice", choice, "choice among several equally good next ports").names(port_choice_names);
    f("hash_seed", hash_seed, "seed of the hash by which choice: flow spreads the pairs of nodes");
  }
  /// Bytes of the cell of a pair.
  double cell() const { return choice == PortChoice::first ? sizeof(std::uint8_t) : sizeof(std::uint32_t); }
};

/// Common part of the families whose paths consist of shortest ones, with a choice of the next port.
struct ShortestWaysFamily : AnyNetworkFamily, ChoiceOfPort, WeightOfLinks {
  template <class F>
  void fields(F& f) {
    ChoiceOfPort::fields(f);
    WeightOfLinks::fields(f);
  }
  double table_bytes(const topology::Extent& extent) const { return pair_bytes(extent.routers, extent.nodes, cell()); }
};

}  // namespace fsin::routing
