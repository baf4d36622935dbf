// SPDX-License-Identifier: Apache-2.0
// The axes of a grid, put together from the dimensions along which parts go.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "trgen/pattern/peeling.hpp"

namespace trgen::pattern {

/// Axes that lie within each other, lowest stride first. Their extents multiply to the number of positions, or to more
/// where the last coordinates of the last axis are not full.
struct Axes {
  std::vector<Axis> axes;
  std::uint32_t offset = 0;
  std::shared_ptr<const Numbering> numbering;

  std::uint32_t coordinate(std::uint32_t position, std::size_t axis) const {
    return pattern::coordinate(position, offset, numbering->count(), axes[axis].stride, axes[axis].extent);
  }
  /// The numbers of the axes that are not silent.
  std::vector<std::size_t> loud() const;
};

/// True for a part that goes along one dimension: a line, a ring, a group.
bool has_dimension(const Part& part);

/// True where the dimensions of two parts can be axes of one grid.
bool fit_together(const Found& a, const Found& b);

/// The axes that these parts span, with silent axes between them; empty without parts. The parts have one numbering and
/// fit together, pair by pair.
std::optional<Axes> axes_of(std::vector<const Found*> parts);

/// The axes of the largest set of parts that fit together, taken in their order.
std::optional<Axes> axes_among(const std::vector<Found>& parts);

}  // namespace trgen::pattern
