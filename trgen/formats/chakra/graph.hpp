// SPDX-License-Identifier: Apache-2.0
// The nodes of a rank in an order that respects their dependencies: among nodes that may run, the one that stands first
// in the file. A program that ran wrote its nodes about in the order in which it issued them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "trgen/formats/chakra/node.hpp"

namespace trgen::formats::chakra {

/// Treatment of nodes that wait for each other in a cycle: converters make such traces.
enum class OnCycle : std::uint8_t {
  refuse,
  drop,  ///< the youngest edge of the cycle does not count: the one to its latest node in the file
};

/// Treatment of a dependency on a node that the file does not have.
enum class OnAbsent : std::uint8_t { refuse, ignore };

struct Graph {
  std::vector<Node> nodes;

  // The result of put_in_order().
  std::vector<std::uint32_t> order;  ///< indices of nodes
  std::vector<std::uint32_t> first;  ///< by node: index of its first dependency in `before`; one more at the end
  std::vector<std::uint32_t> before;
  std::vector<std::string> dropped;  ///< one line of text for each edge that does not count; at most a few
  std::uint64_t dropped_edges = 0;
  bool circular = false;     ///< there is no order, because nodes wait for each other
  std::uint64_t absent = 0;  ///< dependencies on nodes that the file does not have

  /// Indices of the nodes that a node waits for.
  std::span<const std::uint32_t> dependencies(std::uint32_t node) const {
    return std::span(before).subspan(first[node], first[node + 1] - first[node]);
  }

  /// Orders the nodes. Returns the reason why there is no order, or an empty text.
  std::string put_in_order(OnCycle on_cycle, OnAbsent on_absent);
};

}  // namespace trgen::formats::chakra
