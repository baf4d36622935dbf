// SPDX-License-Identifier: Apache-2.0
// Proxy: breadth-first searches of a large graph, one level after the other, over ranks that each have some vertices.
//
// Modelled: a search broadcasts its root; a level is an all-to-all of the edges out of its vertices, and a sum of the
// number of new vertices. The number of edges of a level is the mean of a random graph with `degree` neighbours a
// vertex: of the share u of vertices not found yet, a level with a share f of them finds u (1 - exp(-degree f)). The
// edges between two ranks are their mean, times a factor for each rank drawn from `seed`, from 1 - skew to 1 + skew,
// for each search and level. An operation of compute.rate is the traversal of an edge. Not modelled: an actual graph,
// and searches from the unvisited vertices. Source: Graph500 specification 2.0, kernel 2; A. Buluc, K. Madduri,
// "Parallel breadth-first search on distributed memory systems", SC 2011 (1-D partition).
// "Parallel breadth-first search on distributed memory systems", SC 2011 (1-D partition).
#pragma once

#include "trgen/programs/proxies/common.hpp"

namespace trgen::programs::proxies {

struct GraphParams : Common {
  static constexpr std::string_view name = "graph";
  static constexpr std::string_view doc = "breadth-first searches: skewed all-to-alls whose sizes differ by level";
  static constexpr std::string_view cite = "Graph500 2.0; Buluc and Madduri, SC 2011";

  std::uint32_t scale = 20;
  double degree = 32;
  std::uint64_t edge_bytes = 8;
  double skew = 0.5;
  std::uint64_t seed = 1;

  template <class F>
  void fields(F& f) {
    common_fields(f);
    f("scale", scale, "logarithm of the number of vertices").range(4, 48);
    f("degree", degree, "neighbours of a vertex, in the mean").range(2, 1e6);
    f("edge_bytes", edge_bytes, "bytes sent for an edge").range(1, 1'000'000);
    f("skew", skew, "spread of the number of edges of a rank: 0 none, 1 from zero to twice the mean").range(0, 1);
    f("seed", seed, "seed of the differences between ranks; measure.seed does not change the program");
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

/// Shares of all edges in the levels of a search, by the recursion above.
std::vector<double> level_shares(std::uint32_t scale, double degree);

}  // namespace trgen::programs::proxies
