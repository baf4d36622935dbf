// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "fsin/engine/credit_loop.hpp"

namespace fsin::app {
namespace {

/// One dimension of k nodes; averages include a node's distance to itself.
struct Line {
  double average = 0;
  unsigned diameter = 0;
  double channel_load = 0;
};

Line ring(unsigned k) {
  const double n = k;
  const double even = k % 2 == 0 ? 0.0 : 1.0 / n;
  return {(n - even) / 4, k / 2, (n - even) / 8};
}

Line one_way_ring(unsigned k) {
  const double n = k;
  return {(n - 1) / 2, k - 1, (n - 1) / 2};
}

Line open_line(unsigned k) {
  const double n = k;
  return {(n * n - 1) / (3 * n), k - 1, std::floor(n / 2) * std::ceil(n / 2) / n};
}

Bounds measure(const topology::Cartesian& geometry) {
  Bounds bounds;
  double nodes = 1;
  for (const unsigned k : geometry.dims) {
    const Line line = !geometry.wraps ? open_line(k) : geometry.bidirectional ? ring(k) : one_way_ring(k);
    nodes *= k;
    bounds.average_distance += line.average;
    bounds.diameter += line.diameter;
    bounds.channel_load = std::max(bounds.channel_load, line.channel_load);
  }
  const double others_only = nodes > 1 ? nodes / (nodes - 1) : 1;
  bounds.average_distance *= others_only;
  bounds.channel_load *= others_only;
  return bounds;
}

Bounds measure(const topology::Tree& geometry) {
  Bounds bounds;
  const double leaves = std::pow(geometry.arity, geometry.stages);
  double below = 1;  // leaves that share a switch of the stage before
  for (unsigned m = 1; m <= geometry.stages; ++m) {
    const double here = below * geometry.arity;
    bounds.average_distance += 2.0 * m * (here - below) / (leaves - 1);
    below = here;
  }
  bounds.diameter = 2 * geometry.stages;
  bounds.channel_load = 1;  // the leaf's own link
  return bounds;
}

unsigned steps_on(const topology::Cartesian& grid, unsigned k, unsigned from, unsigned to) {
  const unsigned up = to >= from ? to - from : to + k - from;
  if (!grid.wraps) return to >= from ? to - from : from - to;
  return grid.bidirectional ? std::min(up, k - up) : up;
}

unsigned between(const topology::Cartesian& grid, std::uint32_t from, std::uint32_t to) {
  unsigned steps = 0;
  for (const unsigned k : grid.dims) {
    steps += steps_on(grid, k, from % k, to % k);
    from /= k;
    to /= k;
  }
  return steps;
}

unsigned between(const topology::Tree& tree, std::uint32_t from, std::uint32_t to) {
  unsigned up = 0;
  for (; from != to; ++up) {
    from /= tree.arity;
    to /= tree.arity;
  }
  return 2 * up;
}

}  // namespace

topology::Geometry shape_of(const engine::Design& design) {
  if (const auto* torus = std::get_if<topology::TorusParams>(&design.topology)) {
    return topology::Cartesian{torus->dims, true, torus->bidirectional, {}};
  }
  if (const auto* mesh = std::get_if<topology::MeshParams>(&design.topology)) {
    return topology::Cartesian{mesh->dims, false, true, {}};
  }
  const auto& tree = std::get<topology::FatTreeParams>(design.topology);
  return topology::Tree{tree.k, tree.n, {}};
}

unsigned distance(const topology::Geometry& shape, std::uint32_t from, std::uint32_t to) {
  return std::visit([&](const auto& kind) { return between(kind, from, to); }, shape);
}

Bounds bounds_of(const topology::Geometry& geometry, const engine::Design& design) {
  Bounds bounds = std::visit([](const auto& shape) { return measure(shape); }, geometry);
  double at_node = design.router.injectors;
  if (design.router.consumption == router::Consumption::single) at_node = std::min(at_node, 1.0);
  bounds.at_node = at_node;
  bounds.link = design.direct ? 1 : engine::credit_loop(design).link;
  bounds.capacity = bounds.channel_load > 0 ? std::min(at_node, bounds.link / bounds.channel_load) : at_node;
  return bounds;
}

double zero_load_latency(const engine::Design& design, double distance) {
  if (design.direct) return static_cast<double>(design.direct->latency) + design.packet_phits - 1;
  const double router_delay = design.router.delay.cycles();
  const double hop = 1.0 + router_delay + design.link_delay;
  return distance * hop + router_delay + design.packet_phits - 1;
}

}  // namespace fsin::app
