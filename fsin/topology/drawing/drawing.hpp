// SPDX-License-Identifier: Apache-2.0
// A network on paper: where each router stands and how each directed link is drawn. A link is drawn as the half of the
// line that is nearer to its router, so that its two directions never overlap. A link that does not lead to the
// neighbour on paper (because it wraps around or leads to another plane) is drawn as a stub in its direction.
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

/// Routers that belong together, in a circle: a group of a dragonfly.
struct Disc {
  Spot middle;
  double radius = 0;
  std::string label;
};

struct DrawnLink {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  unsigned port = 0;
  bool stub = false;
  unsigned link_class = 0;
};

struct Drawing {
  std::size_t nodes = 0;
  std::size_t all_routers = 0;  ///< nodes included

  // Filled in by the topology: Geometry::lay_out().
  std::string kind;  ///< "grid", "tree", "groups" or "circle": how the page names routers and explains the drawing
  double width = 0;
  double height = 0;
  std::vector<Spot> routers;
  std::vector<Plane> planes;
  std::vector<Disc> groups;        ///< discs behind groups of routers
  std::vector<Spot> directions;    ///< directions of stubs, by port
  std::vector<std::string> names;  ///< names of routers that are no nodes, in order: "switch 3 of stage 1"
  std::vector<unsigned> dims;      ///< dimensions of a grid
  bool has_stubs = false;          ///< a link is a stub when its direction does not lead to its router on paper
  unsigned drawn_ports = 0;        ///< with has_stubs: links of the ports from this one on are always stubs

  // Derived from the links.
  std::vector<std::string> ports;    ///< "X+", "up 0"
  std::vector<std::string> classes;  ///< of links
  std::vector<DrawnLink> links;      ///< by router and port; without those that fail from the start
  std::vector<DrawnLink> failed;     ///< all that fail, at whatever cycle
};

Drawing draw(const Topology& topology);

}  // namespace fsin::topology
