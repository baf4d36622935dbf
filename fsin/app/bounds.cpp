// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

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

}  // namespace

Bounds bounds_of(const topology::Geometry& geometry, const engine::Design& design) {
  Bounds bounds = std::visit([](const auto& shape) { return measure(shape); }, geometry);
  double at_node = design.router.injectors;
  if (design.router.consumption == router::Consumption::single) at_node = std::min(at_node, 1.0);
  bounds.capacity = bounds.channel_load > 0 ? std::min(at_node, 1 / bounds.channel_load) : at_node;
  return bounds;
}

double zero_load_latency(const engine::Design& design, double distance) {
  const double hop = 1.0 + design.router.delay + design.link_delay;
  return distance * hop + design.router.delay + design.packet_phits - 1;
}

}  // namespace fsin::app
