// SPDX-License-Identifier: Apache-2.0
// Ranks that belong together because messages connect them.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace trgen::extrapolation {

/// The sets of ranks that are connected by messages.
class Components {
 public:
  void join(std::uint32_t a, std::uint32_t b) { parent_[root(a)] = root(b); }
  std::vector<std::vector<std::uint32_t>> all() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_root;
    std::vector<std::uint32_t> ranks;
    for (const auto& [rank, parent] : parent_) ranks.push_back(rank);
    for (const std::uint32_t rank : ranks) by_root[root(rank)].push_back(rank);
    std::vector<std::vector<std::uint32_t>> sets;
    for (auto& [first, set] : by_root) sets.push_back(std::move(set));
    return sets;
  }

 private:
  std::uint32_t root(std::uint32_t rank) {
    parent_.try_emplace(rank, rank);
    while (parent_[rank] != rank) rank = parent_[rank] = parent_[parent_[rank]];
    return rank;
  }
  std::map<std::uint32_t, std::uint32_t> parent_;
};

}  // namespace trgen::extrapolation
