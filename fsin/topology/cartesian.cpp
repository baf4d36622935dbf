// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/cartesian.hpp"

namespace fsin::topology {
namespace {

void fill_coordinates(Cartesian& geometry, std::size_t nodes) {
  const std::size_t n = geometry.dims.size();
  geometry.coordinates.resize(nodes * n);
  std::vector<std::uint16_t> at(n, 0);
  for (std::size_t node = 0; node < nodes; ++node) {
    std::copy(at.begin(), at.end(), geometry.coordinates.begin() + static_cast<std::ptrdiff_t>(node * n));
    for (std::size_t d = 0; d < n && ++at[d] == geometry.dims[d]; ++d) at[d] = 0;
  }
}

}  // namespace

Extent cartesian_extent(const CartesianShape& shape) {
  double nodes = 1;
  for (const unsigned k : shape.dims) nodes *= k;
  return {nodes, nodes, static_cast<unsigned>(2 * shape.dims.size())};
}

Topology build_cartesian(std::string_view name, const CartesianShape& shape) {
  const std::size_t n = shape.dims.size();
  std::size_t nodes = 1;
  for (const unsigned k : shape.dims) nodes *= k;

  Cartesian geometry{shape.dims, shape.wraps, shape.bidirectional, {}};
  fill_coordinates(geometry, nodes);
  PortGraph graph(nodes, nodes, static_cast<unsigned>(2 * n));
  for (std::size_t node = 0; node < nodes; ++node) {
    std::size_t stride = 1;
    for (std::size_t d = 0; d < n; ++d) {
      const std::size_t k = shape.dims[d];
      const bool last = geometry.at(node)[d] + 1U == k;
      if (k > 1 && (!last || shape.wraps)) {
        const RouterId here(node);
        const RouterId up(last ? node - (k - 1) * stride : node + stride);
        const auto port = static_cast<unsigned>(2 * d);
        graph.connect(here, port, up, port);
        if (shape.bidirectional) graph.connect(up, port + 1, here, port + 1);
      }
      stride *= k;
    }
  }
  return {std::string(name), std::move(graph), std::move(geometry), true};
}

}  // namespace fsin::topology
