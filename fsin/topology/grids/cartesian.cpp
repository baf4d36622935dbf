// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/grids/cartesian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/topology/grids/grid_drawing.hpp"

namespace fsin::topology {
namespace {

/// One dimension of k nodes. Its averages include the distance from a node to itself.
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

unsigned steps_on(const CartesianShape& shape, unsigned k, unsigned from, unsigned to) {
  const unsigned up = to >= from ? to - from : to + k - from;
  if (!shape.wraps) return to >= from ? to - from : from - to;
  return shape.bidirectional ? std::min(up, k - up) : up;
}

void connect_dimension(PortGraph& graph, const Cartesian& geometry, std::size_t node, unsigned d, std::size_t stride) {
  const std::size_t k = geometry.dims[d];
  const bool last = geometry.at(node)[d] + 1U == k;
  if (k <= 1 || (last && !geometry.wraps)) return;
  const RouterId here(node);
  const RouterId up(last ? node - (k - 1) * stride : node + stride);
  const unsigned port = 2 * d;
  graph.connect(here, port, up, port);
  if (geometry.bidirectional) graph.connect(up, port + 1, here, port + 1);
}

}  // namespace

void Cartesian::tabulate(std::size_t nodes) {
  const std::size_t n = dims.size();
  coordinates_.resize(nodes * n);
  std::vector<std::uint16_t> at(n, 0);
  for (std::size_t node = 0; node < nodes; ++node) {
    std::copy(at.begin(), at.end(), coordinates_.begin() + static_cast<std::ptrdiff_t>(node * n));
    for (std::size_t d = 0; d < n && ++at[d] == dims[d]; ++d) at[d] = 0;
  }
}

std::string Cartesian::port_name(unsigned port) const {
  return fmt::format("{}{}", axis_names[port / 2], port % 2 == 0 ? '+' : '-');
}

std::string Cartesian::router_name(RouterId router) const {
  std::string name;
  std::uint32_t rest = router.value;
  for (const unsigned k : dims) {
    name += fmt::format("{}{}", name.empty() ? "(" : ",", rest % k);
    rest /= k;
  }
  return name + ")";
}

RouterId Cartesian::image(RouterId router, RouterId from, RouterId to) const {
  if (!wraps) return router;
  std::uint32_t number = 0, stride = 1, rest = router.value, a = from.value, b = to.value;
  for (const unsigned k : dims) {
    number += (rest % k + b % k + k - a % k) % k * stride;
    stride *= k;
    rest /= k;
    a /= k;
    b /= k;
  }
  return RouterId(number);
}

unsigned Cartesian::distance(NodeId from, NodeId to) const {
  unsigned steps = 0;
  std::uint32_t a = from.value, b = to.value;
  for (const unsigned k : dims) {
    steps += steps_on(*this, k, a % k, b % k);
    a /= k;
    b /= k;
  }
  return steps;
}

double Cartesian::nodes() const {
  double nodes = 1;
  for (const unsigned k : dims) nodes *= k;
  return nodes;
}

Distances Cartesian::distances() const {
  Distances distances;
  for (const unsigned k : dims) {
    const Line line = !wraps ? open_line(k) : bidirectional ? ring(k) : one_way_ring(k);
    distances.average += line.average;
    distances.diameter += line.diameter;
    distances.class_loads.push_back(line.channel_load);
    distances.class_links.push_back(line.average);
  }
  const double others_only = nodes() > 1 ? nodes() / (nodes() - 1) : 1;
  distances.average *= others_only;
  for (double& load : distances.class_loads) load *= others_only;
  for (double& links : distances.class_links) links *= others_only;
  distances.channel_load = *std::max_element(distances.class_loads.begin(), distances.class_loads.end());
  return distances;
}

double Cartesian::links() const {
  double links = 0;
  for (const unsigned k : dims) links += k > 1 ? nodes() / k * (wraps ? k : k - 1) : 0;
  return links * (bidirectional ? 2 : 1);
}

std::vector<std::string> Cartesian::link_classes() const {
  std::vector<std::string> names;
  for (unsigned d = 0; d < dimensions(); ++d) names.emplace_back(1, axis_names[d]);
  return names;
}

/// The cut runs straight across the longest line where its length is even; else it has a step there, across the line of
/// its middle nodes, and so on. K. Efe and G.-L. Feng, A proof for bisection width of grids, 2007.
std::optional<double> Cartesian::bisection() const {
  std::vector<unsigned> longest_first = dims;
  std::sort(longest_first.rbegin(), longest_first.rend());
  double cut = 0, lines = nodes();
  for (const unsigned k : longest_first) {
    if (k == 1) break;
    lines /= k;
    cut += lines;
    if (k % 2 == 0) break;
  }
  return wraps && bidirectional ? 2 * cut : cut;
}

double Cartesian::table_bytes() const { return nodes() * static_cast<double>(dims.size() * sizeof(std::uint16_t)); }

void Cartesian::lay_out(Drawing& drawing) const { lay_out_grid(dims, drawing); }

Extent cartesian_extent(const CartesianShape& shape) {
  double nodes = 1;
  for (const unsigned k : shape.dims) nodes *= k;
  return {nodes, nodes, static_cast<unsigned>(2 * shape.dims.size())};
}

Topology build_cartesian(std::string_view name, const CartesianShape& shape) {
  const auto nodes = static_cast<std::size_t>(cartesian_extent(shape).nodes);
  auto geometry = std::make_shared<Cartesian>(shape);
  geometry->tabulate(nodes);
  PortGraph graph(nodes, nodes, 2 * geometry->dimensions());
  for (std::size_t node = 0; node < nodes; ++node) {
    std::size_t stride = 1;
    for (unsigned d = 0; d < geometry->dimensions(); stride *= shape.dims[d++]) {
      connect_dimension(graph, *geometry, node, d, stride);
    }
  }
  return {std::string(name), std::move(graph), std::move(geometry)};
}

std::optional<Unlike> unlike_original(const CartesianShape& shape) {
  constexpr std::size_t most_dimensions = 3;
  if (!shape.bidirectional) return Unlike{"bidirectional", "was not compared on one-way rings", "bidirectional: true"};
  if (shape.dims.size() > most_dimensions) {
    return Unlike{"dims", "ignores all but the first three dimensions", "at most three dimensions"};
  }
  return std::nullopt;
}

}  // namespace fsin::topology
