// SPDX-License-Identifier: Apache-2.0
// Places the ranks of a grid on the nodes of a torus or mesh, so that neighbours in the grid are near each other.
//
// Each extent of the grid is written as a product of factors, and each extent of the network as a product of such
// factors (Y. W. E. Ma, L. Tao, Embeddings among toruses and meshes, ICPP 1987): a factor is a digit of a coordinate.
// Digits are reflected as in a Gray code, so that a step along the grid changes one of them by one. Of all
// factorisations, the one with the fewest hops for each message of the trace is taken.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/pattern/grid_axes.hpp"
#include "trgen/pattern/traffic_graph.hpp"

namespace trgen::pattern {

/// A torus or mesh whose node numbers have their first coordinate fastest.
struct TargetNetwork {
  bool wraps = true;
  std::vector<std::uint32_t> extents;

  std::uint64_t nodes() const;
  std::string text() const;  ///< "torus 8x8"
};

/// Parses "8x8", "torus:8x8" or "mesh:4x4x4"; empty for anything else.
std::optional<TargetNetwork> parse_network(std::string_view text);

/// Hops of a message of the graph, on average. `nodes`: by rank.
double mean_distance(const TrafficGraph& graph, const std::vector<std::uint32_t>& nodes, const TargetNetwork& network);

/// Nodes by rank; empty where the extents of the grid do not divide those of the network, which may be several times as
/// large. Ranks outside the grid get the first nodes that are free.
std::vector<std::uint32_t> place(const TrafficGraph& graph, const Axes& axes, const TargetNetwork& network);

}  // namespace trgen::pattern
