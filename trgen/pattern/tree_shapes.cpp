// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/tree_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace trgen::pattern {
namespace {

constexpr std::uint32_t nobody = Numbering::none;
constexpr std::size_t most_ranks = 1U << 16;

/// A tree as lists of neighbours, by rank; ranks without any are no part of it.
using Neighbours = std::vector<std::vector<std::uint32_t>>;

/// Numbers of rooted shapes: equal shapes, equal numbers.
class Shapes {
 public:
  std::uint32_t number(std::vector<std::uint32_t> children) {
    std::sort(children.begin(), children.end());
    return numbers_.emplace(std::move(children), static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
};

struct Rooted {
  std::uint32_t shape = 0;
  std::vector<std::uint32_t> parents;  ///< by rank; nobody for the root and for ranks outside
  double symmetry_bits = 0;            ///< log2 of the number of its automorphisms
};

Rooted rooted_at(const Neighbours& tree, std::uint32_t root, Shapes& shapes) {
  Rooted made;
  made.parents.assign(tree.size(), nobody);
  std::vector<std::uint32_t> order{root};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::uint32_t next : tree[order[i]]) {
      if (next == made.parents[order[i]]) continue;
      made.parents[next] = order[i];
      order.push_back(next);
    }
  }
  std::vector<std::vector<std::uint32_t>> children(tree.size());
  for (std::size_t i = order.size(); i-- > 0;) {
    std::vector<std::uint32_t>& own = children[order[i]];
    std::sort(own.begin(), own.end());
    for (std::size_t first = 0; first < own.size();) {
      const auto same = static_cast<std::size_t>(std::upper_bound(own.begin(), own.end(), own[first]) - own.begin());
      made.symmetry_bits += std::lgamma(static_cast<double>(same - first + 1)) / std::log(2.0);
      first = same;
    }
    made.shape = shapes.number(std::move(own));
    if (order[i] != root) children[made.parents[order[i]]].push_back(made.shape);
  }
  return made;
}

/// The tree of a pattern of positions 0 to count - 1, whose root is 0.
Neighbours reference(Kind kind, std::uint32_t children, std::uint32_t count) {
  Neighbours tree(count);
  Part part{.kind = kind, .extent = count};
  part.value = children;
  for (std::uint32_t i = 1; i < count; ++i) {
    const std::uint32_t up = next_position(part, count, i);
    tree[i].push_back(up);
    tree[up].push_back(i);
  }
  return tree;
}

std::vector<std::size_t> degrees(const Neighbours& tree) {
  std::vector<std::size_t> found;
  for (const auto& each : tree) {
    if (!each.empty()) found.push_back(each.size());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The pairs that are left as a tree; empty where they are none.
Neighbours tree_of(const Peeling& peeling) {
  Neighbours tree(peeling.graph().ranks());
  for (std::size_t i = 0; i < peeling.graph().pairs().size(); ++i) {
    if (peeling.is_explained(i)) continue;
    const Pair& pair = peeling.graph().pairs()[i];
    tree[pair.low].push_back(pair.high);
    tree[pair.high].push_back(pair.low);
  }
  std::vector<char> seen(tree.size());
  std::vector<std::uint32_t> order{peeling.active().front()};
  seen[order.front()] = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::uint32_t next : tree[order[i]]) {
      if (seen[next] == 0) order.push_back(next);
      seen[next] = 1;
    }
  }
  return order.size() == peeling.left() + 1 ? tree : Neighbours();
}

class Match {
 public:
  Match(const Neighbours& tree, std::uint32_t count) : tree_(tree), degrees_(degrees(tree)), count_(count) {}

  std::optional<Part> with(Kind kind, std::uint32_t children) {
    constexpr std::size_t most_tried = 32;  // of the ranks that have as many partners as the root
    const Neighbours wanted = reference(kind, children, count_);
    if (degrees(wanted) != degrees_) return std::nullopt;
    const Rooted pattern = rooted_at(wanted, 0, shapes_);
    std::size_t tried = 0;
    for (std::uint32_t rank = 0; rank < tree_.size() && tried < most_tried; ++rank) {
      if (tree_[rank].size() != wanted[0].size()) continue;
      ++tried;
      Rooted found = rooted_at(tree_, rank, shapes_);
      if (found.shape != pattern.shape) continue;
      Part part{.kind = Kind::tree_shape, .extent = count_, .root = rank, .members = std::move(found.parents)};
      part.tree_radix = children;
      // Any of the ranks may stand anywhere: n! ways, of which those are one that differ by a symmetry of the tree.
      part.shape_bits = std::lgamma(static_cast<double>(count_) + 1) / std::log(2.0) - found.symmetry_bits;
      return part;
    }
    return std::nullopt;
  }

 private:
  const Neighbours& tree_;
  std::vector<std::size_t> degrees_;
  std::uint32_t count_;
  Shapes shapes_;
};

}  // namespace

std::optional<Part> tree_shape(const Peeling& peeling) {
  if (peeling.left() < 3 || peeling.left() >= most_ranks) return std::nullopt;
  const Neighbours tree = tree_of(peeling);
  if (tree.empty()) return std::nullopt;
  const auto count = static_cast<std::uint32_t>(peeling.left() + 1);
  Match match(tree, count);
  if (auto found = match.with(Kind::binomial_low, 0)) return found;
  if (auto found = match.with(Kind::binomial_high, 0)) return found;
  constexpr std::uint32_t most_children = 16;
  for (std::uint32_t children = 2; children <= most_children && children + 1 < count; ++children) {
    if (auto found = match.with(Kind::k_ary, children)) return found;
  }
  return std::nullopt;
}

}  // namespace trgen::pattern
