// SPDX-License-Identifier: Apache-2.0
// Coordinates on paper: dimensions X and Y form a grid; each combination of the other coordinates is a plane of its
// own, and the planes stand in rows. A single long dimension is folded. Links that leave the grid are stubs.
#pragma once

#include <vector>

#include "fsin/topology/drawing/drawing.hpp"

namespace fsin::topology {

/// Fills in everything that is the topology's own for routers numbered x + kx * y + kx * ky * z + ..., whose ports 2d
/// and 2d + 1 go up and down dimension d.
void lay_out_grid(const std::vector<unsigned>& dims, Drawing& drawing);

}  // namespace fsin::topology
