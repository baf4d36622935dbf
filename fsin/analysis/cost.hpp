// SPDX-License-Identifier: Apache-2.0
// Parts list of a network: cables by class of links, ports by kind, routers by their number of ports, and metres of
// cable if the delay of a class is given as a length.
//
// A cable has both directions of a link; a one-way link is a cable by itself. The connection of a node to its own
// router is no cable, and its port is not counted. Not modelled: prices, which differ by speed, length and year; power.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/delay.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::analysis {

struct CableClass {
  std::string name;
  std::uint64_t cables = 0;
  std::optional<double> metres;  ///< length of all cables of the class; nothing if unknown
};

struct Cost {
  std::vector<CableClass> classes;  ///< cables of each class of links
  std::uint64_t cables = 0;
  std::uint64_t node_ports = 0;                ///< ports in use of the routers or network interfaces of nodes
  std::uint64_t switch_ports = 0;              ///< ports in use of switches, which have no node of their own
  std::uint64_t ports_to_nodes = 0;            ///< ports of switches that lead to a network interface
  std::map<unsigned, std::uint64_t> switches;  ///< number of switches by ports in use
  std::optional<double> metres;                ///< length of all cables; nothing if that of some is unknown

  std::uint64_t switch_count() const;
};

/// Counts the parts; `delays` are those of links, by class of the topology.
Cost cost_of(const topology::Topology& topology, const std::vector<Delay>& delays);

}  // namespace fsin::analysis
