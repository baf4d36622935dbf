// SPDX-License-Identifier: Apache-2.0
// Who sends to whom, and how much: the pairs of ranks that exchange messages, with what goes in each direction.
//
// A pair is unordered: a pattern is looked for among the pairs, and its direction is told afterwards. Messages of a
// rank to itself are no pair. Memory: about 60 bytes for each pair.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace trgen::pattern {

/// Number of messages, and their bytes.
struct Amount {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;

  Amount& operator+=(const Amount& other) {
    messages += other.messages;
    bytes += other.bytes;
    return *this;
  }
  friend Amount operator+(Amount a, const Amount& b) { return a += b; }
  bool operator==(const Amount&) const = default;
};

struct Pair {
  std::uint32_t low = 0;
  std::uint32_t high = 0;  ///< above low
  Amount up;               ///< from low to high
  Amount down;             ///< from high to low

  /// The amount from `source`, which is one of the two, to the other.
  const Amount& from(std::uint32_t source) const { return source == low ? up : down; }
  Amount both() const { return up + down; }
};

/// Messages from one rank to another, added up.
struct Edge {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  Amount amount;
};

class TrafficGraph {
 public:
  TrafficGraph() = default;
  /// Edges may repeat, in any order; those of a rank to itself are left out. Ranks are below `ranks`.
  TrafficGraph(std::uint32_t ranks, std::vector<Edge> edges);

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(begins_.size() - 1); }
  const std::vector<Pair>& pairs() const { return pairs_; }
  const Amount& total() const { return total_; }

  /// Number of other ranks with which a rank exchanges messages.
  std::uint64_t degree(std::uint32_t rank) const { return begins_[rank + 1] - begins_[rank]; }
  std::span<const std::uint32_t> neighbours(std::uint32_t rank) const {
    return std::span(neighbours_).subspan(begins_[rank], degree(rank));
  }
  /// Ranks that exchange messages with another, ascending.
  std::vector<std::uint32_t> active() const;
  /// The number of the pair in pairs(), if the two ranks exchange messages.
  std::optional<std::size_t> find(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<Pair> pairs_;  ///< by low, then high
  std::vector<std::uint64_t> begins_{0};
  std::vector<std::uint32_t> neighbours_;     ///< of each rank, ascending
  std::vector<std::uint64_t> pair_of_entry_;  ///< by entry of neighbours_
  Amount total_;
};

}  // namespace trgen::pattern
