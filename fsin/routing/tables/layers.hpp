// SPDX-License-Identifier: Apache-2.0
// One shortest path for each pair of switches, so that links are used evenly, and layers of virtual channels such that
// the waits of the paths of one layer form no cycle.
//
// Paths: SSSP of T. Hoefler, T. Schneider & A. Lumsdaine, Optimized routing for large-scale InfiniBand networks, HOTI
// 2009: destination by destination, each switch takes the shortest path with the least load, which is the number of
// pairs of nodes whose paths use a link so far. Layers: as LASH (O. Lysne et al., Layered routing in irregular
// networks, IEEE TPDS 17(1), 2006) and DFSSSP (J. Domke, T. Hoefler & W. Nagel, IPDPS 2011), where a path takes the
// lowest layer in which it closes no cycle; DFSSSP moves paths out of cycles instead, and may need fewer layers.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fsin/routing/tables/changing_tables.hpp"

namespace fsin::routing {

/// A directed graph that stays without cycles: arcs that would close one are refused. The order of its vertices is kept
/// up to date arc by arc: D. J. Pearce & P. H. J. Kelly, A dynamic topological sort algorithm for directed acyclic
/// graphs, ACM J. Experimental Algorithmics 11, 2006.
class AcyclicGraph {
 public:
  explicit AcyclicGraph(std::size_t vertices);

  /// Adds an arc. False if it would close a cycle; the graph is then unchanged.
  bool add(std::uint32_t from, std::uint32_t to);
  /// Removes an arc that is the last one added from `from` and the last one added to `to`.
  void remove_last(std::uint32_t from, std::uint32_t to);

 private:
  bool collect_after(std::uint32_t start, std::uint32_t last);
  void collect_before(std::uint32_t start, std::uint32_t first);
  void reorder();

  std::vector<std::vector<std::uint32_t>> out_, in_;
  std::vector<std::uint32_t> order_, after_, before_;
  std::vector<bool> seen_;
};

/// Tables of ports, without layers.
RouteTables balanced_tables(const Fabric& fabric);

/// Adds the layers of the paths in `tables.ports`.
void add_layers(const Fabric& fabric, RouteTables& tables);

/// Adds the layers of tables that follow each other in the course of a run, the same to all of them: a pair keeps its
/// layer. A packet may go from the path of one phase to that of any later one at every switch, so that its waits in a
/// phase are those of all ways by which it may have come. Those of different phases never stand beside each other, for
/// all switches change their tables in one cycle: only within a phase must the waits of a layer form no cycle.
void add_layers(ChangingTables& changing);

}  // namespace fsin::routing
