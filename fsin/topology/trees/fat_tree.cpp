// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/trees/fat_tree.hpp"

#include <cmath>

namespace fsin::topology {
namespace {

std::vector<std::size_t> powers(unsigned k, unsigned n) {
  std::vector<std::size_t> p{1};
  for (unsigned i = 0; i < n; ++i) p.push_back(p.back() * k);
  return p;
}

}  // namespace

Extent FatTreeParams::extent() const {
  const double leaves = std::pow(k, n);
  return {leaves, leaves + n * leaves / k, 2 * k, 1};
}

Topology FatTreeParams::build() const {
  const auto p = powers(k, n);
  const std::size_t leaves = p[n];
  const std::size_t per_stage = p[n - 1];
  const auto switch_at = [&](std::size_t stage, std::size_t index) {
    return RouterId(leaves + stage * per_stage + index);
  };
  PortGraph graph(leaves, leaves + n * per_stage, 2 * k, 1);
  const auto join = [&](RouterId lower, unsigned up_port, RouterId upper, unsigned down_port) {
    graph.connect(lower, up_port, upper, down_port);
    graph.connect(upper, down_port, lower, up_port);
  };
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    join(RouterId(leaf), 0, switch_at(0, leaf / k), k + static_cast<unsigned>(leaf % k));
  }
  for (unsigned t = 0; t + 1 < n; ++t) {
    for (std::size_t r = 0; r < per_stage; ++r) {
      const std::size_t group = r / p[t + 1];
      const auto down_port = k + static_cast<unsigned>(r / p[t] % k);
      for (unsigned up = 0; up < k; ++up) {
        join(switch_at(t, r), up, switch_at(t + 1, up * p[t] + group * p[t + 1] + r % p[t]), down_port);
      }
    }
  }
  auto geometry = std::make_shared<Tree>(k, n);
  geometry->tabulate(leaves, per_stage);
  return {std::string(name), std::move(graph), std::move(geometry)};
}

}  // namespace fsin::topology
