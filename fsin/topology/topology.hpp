// SPDX-License-Identifier: Apache-2.0
// A built topology: links, and the geometry that routing needs.
#pragma once

#include <string>

#include "fsin/topology/geometry.hpp"
#include "fsin/topology/port_graph.hpp"

namespace fsin::topology {

struct Topology {
  std::string name;  ///< catalogue name
  PortGraph graph;
  Geometry geometry;
  bool ports_are_rings = false;  ///< input port p is fed by output port p of the neighbour: a ring per (port, VC)
};

/// Sizes known before anything is built, so that a network that cannot fit is refused first.
struct Extent {
  double nodes = 0;  ///< doubles: a typing error must overflow nothing
  double routers = 0;
  unsigned ports = 0;
};

}  // namespace fsin::topology
