// SPDX-License-Identifier: Apache-2.0
// A network on paper: where each router stands and how each directed link is drawn. A link is the half of the line that
// is nearer to its router, so that the two directions never lie on each other; a link that does not lead to the
// neighbour on paper (it wraps around, or goes to another plane) is a stub in its direction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/topology/topology.hpp"

namespace fsin::topology {

struct Spot {
  double x = 0;
  double y = 0;
};

struct Plane {
  Spot corner;       ///< middle of its first router
  double width = 0;  ///< to the middle of its last router
  double height = 0;
  std::string label;  ///< "Z 2"; empty when it is the only one
};

struct DrawnLink {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  unsigned port = 0;
  bool stub = false;
};

struct Drawing {
  std::size_t nodes = 0;
  std::size_t all_routers = 0;  ///< nodes included

  // The topology's own: Geometry::lay_out().
  std::string kind;  ///< "grid" or "tree": how the page draws routers and names them
  double width = 0;
  double height = 0;
  std::vector<Spot> routers;
  std::vector<Plane> planes;
  std::vector<Spot> directions;    ///< of stubs, by port
  std::vector<std::string> names;  ///< of routers that are no nodes, in order: "switch 3 of stage 1"
  std::vector<unsigned> dims;      ///< of a grid
  bool has_stubs = false;          ///< a link is a stub when its direction does not lead to its router on paper
  unsigned drawn_ports = 0;        ///< has_stubs: links of the ports from here on are stubs in any case

  // Made of the links.
  std::vector<std::string> ports;  ///< "X+", "up 0"
  std::vector<DrawnLink> links;    ///< by router and port
};

Drawing draw(const Topology& topology);

}  // namespace fsin::topology
