// SPDX-License-Identifier: Apache-2.0
// Shared builder of tori and meshes of any number of dimensions with mixed radices.
#pragma once

#include <string_view>
#include <vector>

#include "fsin/topology/topology.hpp"

namespace fsin::topology {

struct CartesianShape {
  std::vector<unsigned> dims;
  bool wraps = true;
  bool bidirectional = true;
};

Extent cartesian_extent(const CartesianShape& shape);

/// Dimensions of one node, or of two in a torus, are built as asked: in a torus with k = 2 the upward and the downward
/// link join the same two routers, as in the original simulator.
Topology build_cartesian(std::string_view name, const CartesianShape& shape);

}  // namespace fsin::topology
