// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/traffic_graph.hpp"

#include <algorithm>
#include <utility>

namespace trgen::pattern {

TrafficGraph::TrafficGraph(std::uint32_t ranks, std::vector<Edge> edges) : begins_(std::size_t{ranks} + 1) {
  std::erase_if(edges, [](const Edge& each) { return each.source == each.destination; });
  const auto ends = [](const Edge& edge) { return std::minmax(edge.source, edge.destination); };
  std::sort(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return ends(a) < ends(b); });
  for (const Edge& edge : edges) {
    const auto [low, high] = ends(edge);
    if (pairs_.empty() || pairs_.back().low != low || pairs_.back().high != high)
      pairs_.push_back({.low = low, .high = high, .up = {}, .down = {}});
    (edge.source == low ? pairs_.back().up : pairs_.back().down) += edge.amount;
    total_ += edge.amount;
  }
  for (const Pair& pair : pairs_) {
    ++begins_[pair.low + 1];
    ++begins_[pair.high + 1];
  }
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  neighbours_.resize(2 * pairs_.size());
  pair_of_entry_.resize(2 * pairs_.size());
  std::vector<std::uint64_t> next(begins_.begin(), begins_.end() - 1);
  const auto enter = [&](std::uint32_t rank, std::uint32_t other, std::size_t pair) {
    neighbours_[next[rank]] = other;
    pair_of_entry_[next[rank]++] = pair;
  };
  // Pairs are sorted, so that a rank first gets its lower neighbours, ascending, and then its higher ones.
  for (std::size_t i = 0; i < pairs_.size(); ++i) enter(pairs_[i].high, pairs_[i].low, i);
  for (std::size_t i = 0; i < pairs_.size(); ++i) enter(pairs_[i].low, pairs_[i].high, i);
}

std::vector<std::uint32_t> TrafficGraph::active() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    if (degree(rank) > 0) found.push_back(rank);
  }
  return found;
}

std::optional<std::size_t> TrafficGraph::find(std::uint32_t a, std::uint32_t b) const {
  if (degree(a) > degree(b)) std::swap(a, b);
  const auto row = neighbours(a);
  const auto found = std::lower_bound(row.begin(), row.end(), b);
  if (found == row.end() || *found != b) return std::nullopt;
  return pair_of_entry_[begins_[a] + static_cast<std::size_t>(found - row.begin())];
}

}  // namespace trgen::pattern
