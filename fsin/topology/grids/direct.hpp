// SPDX-License-Identifier: Apache-2.0
// Direct networks: every router has a node of the same number, and its ports come in pairs. Port 2d leads one step
// ahead along dimension d and port 2d + 1 one step back, so that the links of a dimension form lines or rings, and the
// input port of a link has the number of its output port. Dally & Towles, Principles and Practices of Interconnection
// Networks, chapter 5.
//
// This is the common basis of dimension-order and minimal adaptive routing: a packet carries the hops that it still has
// to go along each dimension, in either direction. Grids (cartesian.hpp) compute these hops from coordinates, the
// others (cayley.hpp) have them in a table.
#pragma once

#include <string_view>

#include "fsin/topology/topology.hpp"

namespace fsin::topology {

/// Names of the dimensions in order, as in the name of a port: "X+".
inline constexpr std::string_view axis_names = "XYZWVUTS";
inline constexpr unsigned max_dimensions = axis_names.size();

class Direct : public Geometry {
 public:
  /// Pairs of ports: 1 .. max_dimensions.
  virtual unsigned dimensions() const = 0;
  bool has_rings() const { return lanes() == Lanes::rings; }
};

}  // namespace fsin::topology
