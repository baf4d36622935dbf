// SPDX-License-Identifier: Apache-2.0
// The networks that the contract of topologies is tested with: every entry of the catalogue as it is by default, and
// some of other sizes, among them those where something is 1, odd, or its own inverse.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "fsin/topology/catalogue.hpp"

namespace model {

namespace topology = fsin::topology;
using Variant = topology::AnyTopology;

inline std::vector<Variant> catalogue() {
  std::vector<Variant> all;
  topology::Topologies::for_each([&all](const auto& params) { all.emplace_back(params); });
  return all;
}

inline void add_trees(std::vector<Variant>& all) {
  for (const auto& [k, u, n] : {std::tuple{2U, 1U, 3U}, {3U, 2U, 2U}, {3U, 3U, 3U}, {12U, 5U, 1U}, {4U, 1U, 2U}}) {
    all.emplace_back(topology::ThinTreeParams{k, u, n, 1});
  }
  for (const auto& [k, u, n] : {std::tuple{2U, 1U, 3U}, {2U, 2U, 3U}, {3U, 3U, 2U}, {3U, 1U, 2U}, {6U, 3U, 3U}}) {
    all.emplace_back(topology::SlimTreeParams{k, u, n, 1});
  }
  using Sizes = std::vector<unsigned>;
  for (const auto& [m, w] : {std::pair<Sizes, Sizes>{{3, 2}, {1, 1}},
                             {{2, 3, 2}, {1, 3, 1}},
                             {{2, 6}, {2, 2}},
                             {{5}, {3}},
                             {{1, 3, 3}, {1, 2, 5}},
                             {{3, 3}, {1, 4}},
                             {{2, 5}, {3, 1}}}) {
    all.emplace_back(topology::XgftParams{m, w});
  }
  for (const auto& [leaves, spines, terminals, links] :
       {std::tuple{3U, 2U, 4U, 1U}, {2U, 1U, 5U, 2U}, {5U, 3U, 2U, 2U}, {3U, 1U, 3U, 1U}}) {
    all.emplace_back(topology::LeafSpineParams{leaves, spines, terminals, links, leaves == 3 ? 2U : 1U});
  }
}

/// Direct networks beyond grids, with jumps and steps that are their own inverse, too.
inline void add_direct(std::vector<Variant>& all) {
  for (const unsigned dimensions : {1U, 2U, 5U, 8U}) all.emplace_back(topology::HypercubeParams{dimensions});
  for (const std::vector<unsigned>& dims : {std::vector<unsigned>{2, 2}, {3, 2}, {4, 4}, {5, 7}, {12, 6}}) {
    all.emplace_back(topology::HexagonalTorusParams{dims});
    all.emplace_back(topology::TwistedTorusParams{dims, {}, 0, 0});
    all.emplace_back(topology::TwistedTorusParams{dims, 1, 0, 0});
  }
  for (const unsigned a : {2U, 3U, 4U}) {
    all.emplace_back(topology::TwistedTorusParams{{2 * a, a, a}, a, a, 0});
    all.emplace_back(topology::TwistedTorusParams{{2 * a, 2 * a, a}, 0, a, a});
    all.emplace_back(topology::TwistedTorusParams{{a + 1, a, a + 2}, 1, 2, 1});
  }
  for (const unsigned nodes : {5U, 8U, 31U, 100U}) all.emplace_back(topology::MidimewParams{nodes});
  all.emplace_back(topology::CirculantParams{3, {1}});
  all.emplace_back(topology::CirculantParams{16, {8, 3}});
  all.emplace_back(topology::CirculantParams{30, {6, 10, 15}});
  all.emplace_back(topology::CirculantParams{64, {1, 2, 3, 4, 5, 6, 7, 8}});
}

inline void add_graphs(std::vector<Variant>& all) {
  for (const auto& [switches, terminals] :
       {std::pair{2U, 1U}, {2U, 6U}, {3U, 4U}, {4U, 2U}, {5U, 2U}, {4U, 3U}, {6U, 1U}}) {
    all.emplace_back(topology::FullMeshParams{switches, terminals, switches == 3 ? 2U : 1U});
  }
  for (const unsigned q : {3U, 4U}) all.emplace_back(topology::SlimFlyParams{q, 1, q - 2});
  for (const unsigned q : {2U, 3U, 4U}) all.emplace_back(topology::PolarFlyParams{q, q - 1, q == 3 ? 2U : 1U});
  for (const auto& [switches, degree, seed] : {std::tuple{4U, 3U, 1U}, {10U, 3U, 7U}, {30U, 5U, 2U}, {9U, 8U, 3U}}) {
    all.emplace_back(topology::JellyfishParams{switches, degree, 1, seed, switches == 10 ? 2U : 1U});
  }
  all.emplace_back(topology::XpanderParams{3, 1, 2, 1, 1});
  all.emplace_back(topology::XpanderParams{5, 4, 1, 5, 2});
  for (const auto& [d, n] : {std::pair{2U, 1U}, {3U, 1U}, {3U, 3U}, {2U, 5U}, {5U, 2U}}) {
    all.emplace_back(topology::DeBruijnParams{d, n, 1, 1});
    all.emplace_back(topology::KautzParams{d, n, n == 2 ? 2U : 1U, n == 1 ? 2U : 1U});
  }
  for (const auto& [p, leaves, spines, h, groups, rails] : {std::tuple{1U, 2U, 1U, 1U, 2U, 1U},
                                                            {3U, 2U, 1U, 1U, 2U, 1U},
                                                            {3U, 1U, 3U, 1U, 4U, 1U},
                                                            {2U, 3U, 2U, 3U, 3U, 2U},
                                                            {2U, 2U, 2U, 3U, 4U, 1U},
                                                            {6U, 1U, 1U, 2U, 2U, 1U}}) {
    all.emplace_back(topology::DragonflyPlusParams{p, leaves, spines, h, groups, rails});
  }
}

/// Every entry with its defaults, and some with other sizes.
inline std::vector<Variant> variants() {
  std::vector<Variant> all = catalogue();
  for (const std::vector<unsigned>& dims :
       {std::vector<unsigned>{2}, {7}, {3, 5}, {2, 2}, {4, 3, 2}, {3, 2, 2, 3}, {2, 3, 2, 2, 2}, {2, 2, 2, 2, 2, 2}}) {
    all.emplace_back(topology::TorusParams{dims, true});
    all.emplace_back(topology::TorusParams{dims, false});
    all.emplace_back(topology::MeshParams{dims});
  }
  for (const auto& [k, n] : {std::pair{2U, 1U}, {2U, 5U}, {3U, 3U}, {8U, 2U}}) {
    all.emplace_back(topology::FatTreeParams{k, n});
  }
  for (const topology::Wiring wiring :
       {topology::Wiring::relative, topology::Wiring::absolute, topology::Wiring::circulant}) {
    for (const auto& [p, a, h] : {std::tuple{2U, 4U, 2U}, {1U, 2U, 1U}, {3U, 3U, 1U}, {1U, 3U, 3U}, {2U, 5U, 1U}}) {
      all.emplace_back(topology::DragonflyParams{p, a, h, wiring});
    }
    for (const auto& [p, a, h, groups] : {std::tuple{2U, 4U, 2U, 2U},
                                          {1U, 4U, 2U, 3U},
                                          {2U, 4U, 2U, 4U},
                                          {1U, 4U, 2U, 5U},
                                          {2U, 4U, 2U, 8U},
                                          {1U, 3U, 3U, 7U},
                                          {2U, 5U, 1U, 5U},
                                          {1U, 3U, 3U, 6U},
                                          {1U, 2U, 3U, 4U},
                                          {3U, 2U, 1U, 2U}}) {
      all.emplace_back(topology::DragonflyParams{p, a, h, wiring, groups});
    }
  }
  add_trees(all);
  using topology::HyperXParams;
  for (const HyperXParams& hyperx : {HyperXParams{{2}, 1, {1}},
                                     {{5}, 3, {2}},
                                     {{3, 4}, 2, {1}},
                                     {{2, 3}, 1, {3, 1}},
                                     {{3, 2, 2}, 2, {1, 2, 3}},
                                     {{2, 2, 3, 2}, 1, {1}},
                                     {{2, 2, 2, 2, 3}, 1, {1}}}) {
    all.emplace_back(hyperx);
  }
  add_direct(all);
  add_graphs(all);
  return all;
}

}  // namespace model
