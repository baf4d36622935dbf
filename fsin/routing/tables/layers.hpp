// SPDX-License-Identifier: Apache-2.0
// One shortest way for each pair of switches, so that links are used evenly, and layers of virtual channels in which
// the ways of a layer wait for each other in no cycle.
//
// Ways: SSSP of T. Hoefler, T. Schneider & A. Lumsdaine, Optimized routing for large-scale InfiniBand networks, HOTI
// 2009: destination by destination, each switch takes of its shortest ways the one with the least load, the pairs of
// nodes whose ways go over a link so far. Layers: as LASH (O. Lysne et al., Layered routing in irregular networks, IEEE
// TPDS 17(1), 2006) and DFSSSP (J. Domke, T. Hoefler & W. Nagel, IPDPS 2011), where a way takes the lowest layer in
// which it closes no cycle; DFSSSP moves ways out of cycles instead, and may need fewer layers.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

/// A directed graph that stays without cycles: arcs that would close one are refused. The order of its vertices is kept
/// up to date arc by arc: D. J. Pearce & P. H. J. Kelly, A dynamic topological sort algorithm for directed acyclic
/// graphs, ACM J. Experimental Algorithmics 11, 2006.
class AcyclicGraph {
 public:
  explicit AcyclicGraph(std::size_t vertices);

  /// False: it would close a cycle, and nothing has changed.
  bool add(std::uint32_t from, std::uint32_t to);
  /// The arc that was added last from `from`, and last to `to`.
  void remove_last(std::uint32_t from, std::uint32_t to);

 private:
  bool collect_after(std::uint32_t start, std::uint32_t last);
  void collect_before(std::uint32_t start, std::uint32_t first);
  void reorder();

  std::vector<std::vector<std::uint32_t>> out_, in_;
  std::vector<std::uint32_t> order_, after_, before_;
  std::vector<bool> seen_;
};

/// Ports, without layers.
RouteTables balanced_tables(const Fabric& fabric);

/// The layers of the ways in `tables.ports`.
void add_layers(const Fabric& fabric, RouteTables& tables);

}  // namespace fsin::routing
