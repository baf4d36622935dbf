// SPDX-License-Identifier: Apache-2.0
// Circulant graph: nodes on a circle, with a link from node v to v + j and to v - j, modulo their number, for every
// jump j of a list. J.-C. Bermond, F. Comellas, D. F. Hsu, Distributed loop computer networks: a survey, JPDC 24(1),
// 1995.
//
// Port 2i leads ahead by jump i and port 2i + 1 back. A jump of half the nodes has both links between the same two
// routers. The nodes must be able to reach each other: no number above 1 divides all jumps and the number of nodes.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/topology/grids/cayley.hpp"

namespace fsin::topology {

inline constexpr unsigned max_circle = 65535;  ///< nodes; hops and coordinates have 16 bits

/// Nodes on a circle with these jumps.
CayleyShape circle(unsigned nodes, const std::vector<unsigned>& jumps);

struct CirculantParams {
  static constexpr std::string_view name = "circulant";
  static constexpr std::string_view doc = "nodes on a circle with links by a list of jumps";
  static constexpr std::string_view cite = "Bermond, Comellas & Hsu, JPDC 24(1), 1995";

  unsigned nodes = 64;
  std::vector<unsigned> jumps{1, 14};

  template <class F>
  void fields(F& f) {
    f("nodes", nodes, "number of nodes, each with a router").range(3, max_circle);
    f("jumps", jumps, "distances on the circle between the two ends of a link")
        .range(1, max_circle)
        .size(1, max_dimensions);
  }
  std::optional<Fault> fault() const;
  CayleyShape cayley() const { return circle(nodes, jumps); }
  Extent extent() const { return cayley_extent(cayley()); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<Cayley>(cayley()); }
  Topology build() const { return build_cayley(name, cayley()); }
};

}  // namespace fsin::topology
