// SPDX-License-Identifier: Apache-2.0
// Small networks of every kind, for tests of routings that run over any network.
#pragma once

#include <utility>
#include <vector>

#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/switches/switch_graph.hpp"

namespace routing_tests {

using Pairs = std::vector<std::pair<unsigned, unsigned>>;

/// Switches joined by listed links, in both directions or one.
class ListedGraph final : public fsin::topology::SwitchGraph {
 public:
  ListedGraph(const std::vector<unsigned>& terminals, const Pairs& links, const Pairs& arcs = {})
      : SwitchGraph(terminals) {
    for (const auto& [one, other] : links) add_link(one, other);
    for (const auto& [from, to] : arcs) add_arc(from, to);
  }
};

inline fsin::topology::Topology listed(const std::vector<unsigned>& terminals, const Pairs& links,
                                       const Pairs& arcs = {}) {
  return fsin::topology::built("listed", std::make_shared<ListedGraph>(terminals, links, arcs));
}

inline fsin::topology::Topology petersen() {
  return listed(std::vector<unsigned>(10, 2), {{0, 1},
                                               {1, 2},
                                               {2, 3},
                                               {3, 4},
                                               {4, 0},
                                               {0, 5},
                                               {1, 6},
                                               {2, 7},
                                               {3, 8},
                                               {4, 9},
                                               {5, 7},
                                               {7, 9},
                                               {9, 6},
                                               {6, 8},
                                               {8, 5}});
}

/// Switches of all sorts: without terminals, with parallel links, at the end of a line, with a loop.
inline fsin::topology::Topology crooked() {
  return listed({1, 0, 3, 2, 0, 1, 1},
                {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 3}, {1, 4}, {4, 5}, {3, 4}, {4, 4}, {5, 6}});
}

/// One-way: a ring of five with chords.
inline fsin::topology::Topology one_way() {
  return listed(std::vector<unsigned>(5, 1), {}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 3}, {2, 0}});
}

/// All links have two directions.
inline std::vector<fsin::topology::Topology> two_way_networks() {
  using namespace fsin::topology;
  std::vector<Topology> all;
  all.push_back(petersen());
  all.push_back(crooked());
  all.push_back(listed({2, 1}, {{0, 1}}));
  all.push_back(TorusParams{{4, 4}, true}.build());
  all.push_back(TorusParams{{5}, true}.build());
  all.push_back(TorusParams{{3, 2, 2}, true}.build());
  all.push_back(MeshParams{{4, 3}}.build());
  all.push_back(FatTreeParams{2, 3}.build());
  all.push_back(FatTreeParams{3, 2}.build());
  all.push_back(DragonflyParams{2, 4, 2}.build());
  all.push_back(DragonflyParams{1, 3, 1}.build());
  return all;
}

inline std::vector<fsin::topology::Topology> networks() {
  std::vector<fsin::topology::Topology> all = two_way_networks();
  all.push_back(one_way());
  all.push_back(fsin::topology::TorusParams{{4, 3}, false}.build());
  return all;
}

}  // namespace routing_tests
