// SPDX-License-Identifier: Apache-2.0
// Cayley graphs on paper: two coordinates as a grid, at right angles or as the triangles of a hexagonal torus, or all
// nodes on a circle with the jumps as chords.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "fsin/topology/grids/cayley.hpp"
#include "fsin/topology/grids/grid_drawing.hpp"

namespace fsin::topology {
namespace {

/// Shifts each row by half a router, so that three neighbours form an equilateral triangle: X to the right, Y to the
/// left and down, their sum to the right and down.
void shear(const std::vector<unsigned>& dims, Drawing& drawing) {
  const double rise = std::sqrt(3.0) / 2, aside = (dims[1] - 1) / 2.0;
  for (Spot& spot : drawing.routers) spot = {spot.x - spot.y / 2 + aside, spot.y * rise};
  for (Spot& way : drawing.directions) way = {way.x - way.y / 2, way.y * rise};
  drawing.width += aside;
  drawing.height *= rise;
  drawing.planes = {{{}, drawing.width, drawing.height, ""}};
}

void lay_out_circle(std::size_t nodes, unsigned ports, Drawing& drawing) {
  const double radius = std::max(1.0, static_cast<double>(nodes) / (2 * std::numbers::pi));
  drawing.kind = "circle";
  drawing.width = drawing.height = 2 * radius;
  for (std::size_t node = 0; node < nodes; ++node) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(node) / static_cast<double>(nodes);
    drawing.routers.push_back({radius * (1 + std::sin(angle)), radius * (1 - std::cos(angle))});
  }
  drawing.directions.assign(ports, {});
  drawing.planes.push_back({{}, drawing.width, drawing.height, ""});
}

}  // namespace

void Cayley::lay_out(Drawing& drawing) const {
  if (paper_ == Paper::circle) return lay_out_circle(nodes(), 2 * dimensions(), drawing);
  lay_out_grid(group.dims, drawing);
  if (paper_ == Paper::grid) return;
  for (std::size_t d = group.dims.size(); d < steps_.size(); ++d) {  // a generator beyond the axes leads there
    const Spot way{static_cast<double>(steps_[d][0]), static_cast<double>(steps_[d][1])};
    drawing.directions.push_back(way);
    drawing.directions.push_back({-way.x, -way.y});
  }
  drawing.drawn_ports = 2 * dimensions();
  shear(group.dims, drawing);
}

}  // namespace fsin::topology
