// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/congestion.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace fsin::app {
namespace {

/// Fill in a network of this size: nodes on the longest side, or stages of a tree.
struct Measured {
  double size;
  double fill;
};

constexpr Measured torus_adaptive[]{{8, 0.01}, {12, 0.06}, {16, 0.13}, {20, 0.23}, {32, 0.70}, {64, 0.77}};
constexpr Measured torus_one_channel[]{{8, 0.06}, {12, 0.11}, {16, 0.14}, {32, 0.18}, {64, 0.19}};
constexpr Measured torus_channels[]{{8, 0.02}, {12, 0.11}, {16, 0.13}, {20, 0.19}, {32, 0.27}};
constexpr Measured mesh_adaptive[]{{8, 0.23}, {12, 0.45}, {16, 0.56}, {20, 0.59}, {32, 0.61}};
constexpr Measured mesh_oblivious[]{{8, 0.23}, {12, 0.19}, {20, 0.16}, {32, 0.22}};
constexpr Measured tree_stages[]{{2, 0.25}, {3, 0.27}, {4, 0.44}};

double between(std::span<const Measured> table, double size) {
  if (size <= table.front().size) return table.front().fill;
  for (std::size_t i = 1; i < table.size(); ++i) {
    const Measured &low = table[i - 1], &high = table[i];
    if (size <= high.size) return low.fill + (high.fill - low.fill) * (size - low.size) / (high.size - low.size);
  }
  return table.back().fill;
}

double slots_of_link(const engine::Design& design) {
  return static_cast<double>(design.router.virtual_channels) * static_cast<double>(design.router.queue.value);
}

Congestion on(const topology::Tree& tree, const engine::Design& design) {
  const double links = 2.0 * tree.stages * std::pow(tree.arity, tree.stages);
  return {0.52, between(tree_stages, tree.stages), links * slots_of_link(design)};
}

Congestion on(const topology::Cartesian& grid, const engine::Design& design) {
  double nodes = 1;
  unsigned longest = 1;
  for (const unsigned k : grid.dims) {
    nodes *= k;
    longest = std::max(longest, k);
  }
  const double ways = grid.bidirectional ? 2 : 1;
  const double slots = nodes * ways * static_cast<double>(grid.dims.size()) * slots_of_link(design);
  const bool adaptive = std::holds_alternative<routing::AdaptiveParams>(design.routing);
  if (!grid.wraps && adaptive) return {0.85, between(mesh_adaptive, longest), slots};
  if (!grid.wraps) return {0.70, between(mesh_oblivious, longest), slots};
  if (adaptive) return {0.88, between(torus_adaptive, longest), slots};
  if (design.router.virtual_channels > 1) return {0.80, between(torus_channels, longest), slots};
  return {0.58, between(torus_one_channel, longest), slots};
}

}  // namespace

Congestion congestion_of(const engine::Design& design, const topology::Geometry& shape) {
  return std::visit([&](const auto& kind) { return on(kind, design); }, shape);
}

}  // namespace fsin::app
