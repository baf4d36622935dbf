// SPDX-License-Identifier: Apache-2.0
// Distances between the switches of a graph, by breadth-first search over the links in their direction. Searches start
// from 64 switches at a time: bit i of a word represents the i-th source, as in the multi-source search of M. Then et
// al., The more the merrier, PVLDB 8(4), 2014. Unreachable switches do not count.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

class SwitchSearch {
 public:
  explicit SwitchSearch(const SwitchGraph& graph) : graph_(graph) {}

  static constexpr unsigned unreachable = ~0U;
  /// Links on the shortest path between two switches.
  unsigned distance(std::uint32_t from, std::uint32_t to) const;
  /// Average and diameter over all pairs of different terminals, network interfaces included.
  Distances distances() const;

 private:
  using Words = std::vector<std::uint64_t>;
  /// Takes one step along every link: the sources that have reached a switch reach its neighbours. True when anything
  /// is new.
  bool spread(Words& reached, Words& fresh, Words& next) const;

  const SwitchGraph& graph_;
};

}  // namespace fsin::topology
