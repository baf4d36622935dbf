// SPDX-License-Identifier: Apache-2.0
// Traffic graphs for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "trgen/pattern/verdict.hpp"

namespace trgen::test {

/// Draws that are the same with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  /// A number from low to high.
  std::uint32_t number(std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(engine_() % (std::uint64_t{high} - low + 1));
  }
  bool chance(std::uint32_t percent) { return number(1, 100) <= percent; }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i)
      std::swap(list[i - 1], list[number(0, static_cast<std::uint32_t>(i - 1))]);
  }

 private:
  std::mt19937_64 engine_;
};

using Links = std::set<std::pair<std::uint32_t, std::uint32_t>>;

inline void link(Links& links, std::uint32_t a, std::uint32_t b) {
  if (a != b) links.insert(std::minmax(a, b));
}

/// `count` ranks from `first` on.
inline std::vector<std::uint32_t> consecutive(std::uint32_t count, std::uint32_t first = 0) {
  std::vector<std::uint32_t> ranks(count);
  std::iota(ranks.begin(), ranks.end(), first);
  return ranks;
}

/// A message of 8 bytes each way over each link, between ranks that `rank` gives to the ends.
inline std::vector<pattern::Edge> edges_of(const Links& links, const std::vector<std::uint32_t>& rank) {
  std::vector<pattern::Edge> edges;
  for (const auto& [a, b] : links) {
    edges.push_back({rank[a], rank[b], {1, 8}});
    edges.push_back({rank[b], rank[a], {1, 8}});
  }
  return edges;
}

/// Links of a grid whose first axis is the fastest.
inline Links grid_links(const std::vector<std::uint32_t>& extents, bool wraps) {
  std::uint32_t count = 1;
  for (const std::uint32_t each : extents) count *= each;
  Links links;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t stride = 1;
    for (const std::uint32_t extent : extents) {
      const std::uint32_t own = i / stride % extent;
      if (own + 1 < extent) link(links, i, i + stride);
      if (own + 1 == extent && wraps) link(links, i, i - own * stride);
      stride *= extent;
    }
  }
  return links;
}

}  // namespace trgen::test
