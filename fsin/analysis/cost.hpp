// SPDX-License-Identifier: Apache-2.0
// What a network is made of: cables by class of links, ports by kind, routers by their number of ports, and metres of
// cable where the delay of a class is given as a length.
//
// A cable has both directions of a link; where a link leads one way only, it is a cable by itself. What joins a node to
// a router that is its own is no cable, and its port is not counted. Not modelled: prices, which differ by speed,
// length and year; power.
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
  std::optional<double> metres;  ///< of all of them; nothing where their length is not known
};

struct Cost {
  std::vector<CableClass> classes;  ///< by class of links
  std::uint64_t cables = 0;
  std::uint64_t node_ports = 0;                ///< ports in use of the routers or network interfaces of nodes
  std::uint64_t switch_ports = 0;              ///< of switches, which have no node of their own
  std::uint64_t ports_to_nodes = 0;            ///< of these, ports that lead to a network interface
  std::map<unsigned, std::uint64_t> switches;  ///< by ports in use: how many switches
  std::optional<double> metres;                ///< of all cables; nothing where the length of some is not known

  std::uint64_t switch_count() const;
};

/// `delays`: of links, by class of the topology.
Cost cost_of(const topology::Topology& topology, const std::vector<Delay>& delays);

}  // namespace fsin::analysis
