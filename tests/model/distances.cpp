// SPDX-License-Identifier: Apache-2.0
// Average distances and diameters. Dally & Towles, Principles and Practices of Interconnection Networks: torus ring k/4
// (k even) or (k^2-1)/(4k), mesh line (k^2-1)/(3k), summed over dimensions, pairs of a node with itself included.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/checks.hpp"

namespace model {
namespace {

using namespace fsin;
using Dims = std::vector<unsigned>;

struct Distances {
  double average = 0;  ///< over pairs of different nodes
  unsigned diameter = 0;
};

Distances searched(const topology::Topology& built) {
  const std::size_t nodes = built.graph.nodes();
  double sum = 0;
  unsigned most = 0;
  for (std::size_t s = 0; s < nodes; ++s) {
    const std::vector<unsigned> distance = distances_from(built.graph, static_cast<std::uint32_t>(s));
    for (std::size_t d = 0; d < nodes; ++d) {
      sum += distance[d];
      most = std::max(most, distance[d]);
    }
  }
  return {sum / (static_cast<double>(nodes) * static_cast<double>(nodes - 1)), most};
}

double without_self(double average, double nodes) { return average * nodes / (nodes - 1); }

double product(const Dims& dims) {
  return std::accumulate(dims.begin(), dims.end(), 1.0, [](double a, unsigned k) { return a * k; });
}

Distances torus(const Dims& dims) {
  Distances d;
  for (const unsigned k : dims) {
    d.average += k % 2 == 0 ? k / 4.0 : (k * k - 1.0) / (4.0 * k);
    d.diameter += k / 2;
  }
  d.average = without_self(d.average, product(dims));
  return d;
}

Distances one_way_torus(const Dims& dims) {
  Distances d;
  for (const unsigned k : dims) {
    d.average += (k - 1) / 2.0;
    d.diameter += k - 1;
  }
  d.average = without_self(d.average, product(dims));
  return d;
}

Distances mesh(const Dims& dims) {
  Distances d;
  for (const unsigned k : dims) {
    d.average += (k * k - 1.0) / (3.0 * k);
    d.diameter += k - 1;
  }
  d.average = without_self(d.average, product(dims));
  return d;
}

/// Links of a path, the two of the leaves included: 2m for k^m - k^(m-1) destinations.
Distances tree(unsigned k, unsigned n) {
  double sum = 0;
  for (unsigned m = 1; m <= n; ++m) sum += 2.0 * m * (std::pow(k, m) - std::pow(k, m - 1));
  return {sum / (std::pow(k, n) - 1), 2 * n};
}

void compare(Checks& checks, const std::string& name, const Distances& expected, const topology::Topology& built) {
  const Distances measured = searched(built);
  const auto show = [](const Distances& d) { return fmt::format("{:.4f}, diameter {}", d.average, d.diameter); };
  checks.push_back({name, show(expected), show(measured),
                    std::abs(expected.average - measured.average) < 1e-9 && expected.diameter == measured.diameter});
}

}  // namespace

Checks distances() {
  Checks checks;
  for (const Dims& dims :
       {Dims{2}, Dims{3}, Dims{9}, Dims{8, 8}, Dims{8, 4}, Dims{5, 7}, Dims{16, 16}, Dims{32, 16}, Dims{4, 4, 4},
        Dims{8, 8, 8}, Dims{8, 4, 4}, Dims{4, 3, 5}, Dims{3, 2, 4, 3}, Dims{2, 3, 2, 3, 2}, Dims{3, 2, 3, 2, 2, 2}}) {
    compare(checks, fmt::format("torus {}", fmt::join(dims, "x")), torus(dims),
            topology::TorusParams{dims, true}.build());
  }
  for (const Dims& dims : {Dims{7}, Dims{4, 6}, Dims{3, 4, 2}}) {
    compare(checks, fmt::format("torus {} upward only", fmt::join(dims, "x")), one_way_torus(dims),
            topology::TorusParams{dims, false}.build());
  }
  for (const Dims& dims : {Dims{2}, Dims{9}, Dims{8, 8}, Dims{16, 16}, Dims{5, 3}, Dims{4, 4, 4}, Dims{2, 3, 4, 5},
                           Dims{2, 2, 2, 2, 2, 2}}) {
    compare(checks, fmt::format("mesh {}", fmt::join(dims, "x")), mesh(dims), topology::MeshParams{dims}.build());
  }
  using Shape = std::pair<unsigned, unsigned>;
  for (const auto& [k, n] :
       {Shape{2, 1}, Shape{4, 3}, Shape{2, 6}, Shape{8, 2}, Shape{4, 4}, Shape{3, 4}, Shape{5, 2}}) {
    compare(checks, fmt::format("{}-ary {}-tree", k, n), tree(k, n), topology::FatTreeParams{k, n}.build());
  }
  return checks;
}

}  // namespace model
