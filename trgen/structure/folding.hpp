// SPDX-License-Identifier: Apache-2.0
// Folds a sequence into nested loops while it is written.
//
// The sequence is a list of nodes; a node is one element or a loop over other nodes. After each node that is added, the
// end of the list is looked at in two ways. If the last m nodes are those of the body of the loop right before them,
// they are one more iteration of it. If the last m nodes equal the m nodes before them, both become a loop of two
// iterations. Loops are nodes, so that loops over loops follow from the same rule. The method is that of ScalaTrace
// (Noeth, Ratn, Mueller, Schulz and de Supinski, JPDC 2009); candidates for m are found as in a compressor of the
// Lempel-Ziv family, by chains of nodes with the same hash, and blocks are compared by the differences of running
// hashes first. The list is never longer than the sequence has structure; a sequence without any is a list as long as
// itself, which the caller may limit.
//
// What makes two elements equal is the caller's, by three functions found for the type `Element`:
//   std::uint64_t hash_of_element(const Element&);
//   bool same_element(const Element&, const Element&);
//   void join_element(Element& kept, Element& again);   // `again` is one more execution of the same element
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "fsin/core/hash.hpp"

namespace trgen::structure {

template <class Element>
struct FoldNode {
  std::uint64_t hash = 0;
  std::uint64_t body_hash = 0;  ///< of a loop: running hash of its body
  std::uint64_t count = 1;      ///< 1: an element; more: a loop
  Element element{};
  std::vector<FoldNode> body{};

  bool is_loop() const { return count > 1; }
};

template <class Element>
bool same_node(const FoldNode<Element>& a, const FoldNode<Element>& b) {
  if (a.hash != b.hash || a.count != b.count || a.body.size() != b.body.size()) return false;
  if (!a.is_loop()) return same_element(a.element, b.element);
  return std::equal(a.body.begin(), a.body.end(), b.body.begin(), same_node<Element>);
}

template <class Element>
void join_node(FoldNode<Element>& kept, FoldNode<Element>& again) {
  if (!kept.is_loop()) return join_element(kept.element, again.element);
  for (std::size_t i = 0; i < kept.body.size(); ++i) join_node(kept.body[i], again.body[i]);
}

/// Powers of an odd number modulo 2^64, for running hashes: hash(a b) = hash(a) * base + hash(b).
inline constexpr std::uint64_t hash_base = fsin::golden_ratio;
inline constexpr std::size_t most_window = 4096;
inline constexpr auto hash_powers = [] {
  std::array<std::uint64_t, most_window + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * hash_base;
  return powers;
}();

/// `window`: the longest body of a loop, in nodes. `buckets`: a power of two, size of the table of hashes.
/// `most_loops`: loops near the end, the last ones first, that may get one more iteration; those that an iteration of
/// the loop around them ends with count.
template <class Element, std::size_t window, std::size_t buckets, std::size_t most_loops = 4>
class Folding {
 public:
  using Node = FoldNode<Element>;
  static_assert(window <= most_window && (buckets & (buckets - 1)) == 0);

  void add(Element element) {
    const std::uint64_t hash = hash_of_element(element);
    if (nodes_.empty() || !is_loop_over(nodes_.back(), hash, element))
      return add(Node{.hash = hash, .element = std::move(element)});
    // What extend() would find first, without a node of its own: numbers mostly rise by the same again.
    join_element(nodes_.back().body.front().element, element);
    lengthen_last(1);
    while (extend() || pair()) {
    }
  }

  void add(Node node) {
    if (node.is_loop() && !nodes_.empty() && same_body(nodes_.back(), node)) {
      for (std::size_t k = 0; k < node.body.size(); ++k) join_node(nodes_.back().body[k], node.body[k]);
      lengthen_last(node.count);
    } else {
      push(std::move(node));
    }
    while (extend() || pair()) {
    }
  }

  /// A loop over one element.
  static Node repeated(Element element, std::uint64_t count) {
    const std::uint64_t hash = hash_of_element(element);
    Node node{.hash = hash, .element = std::move(element)};
    if (count < 2) return node;
    Node loop{.body_hash = hash, .count = count};
    loop.body.push_back(std::move(node));
    rehash(loop);
    return loop;
  }

  std::size_t size() const { return nodes_.size(); }
  const std::vector<Node>& nodes() const { return nodes_; }
  std::vector<Node>& nodes() { return nodes_; }

  void clear() { *this = Folding(); }

 private:
  /// Candidates that are tried for each node. An element that occurs more often in a body does not find its end; a
  /// rarer one of the same body does.
  static constexpr unsigned most_tries = 32;

  static void rehash(Node& loop) { loop.hash = fsin::hash_of(loop.body_hash, loop.count, loop.body.size()); }

  static bool same_body(const Node& a, const Node& b) {
    return a.is_loop() && b.is_loop() && a.body_hash == b.body_hash && a.body.size() == b.body.size() &&
           std::equal(a.body.begin(), a.body.end(), b.body.begin(), same_node<Element>);
  }

  static bool is_loop_over(const Node& node, std::uint64_t hash, const Element& element) {
    return node.is_loop() && node.body.size() == 1 && node.body_hash == hash && !node.body.front().is_loop() &&
           same_element(node.body.front().element, element);
  }

  /// The last node, a loop, has more iterations.
  void lengthen_last(std::uint64_t iterations) {
    Node& loop = nodes_.back();
    last_[loop.hash % buckets] = before_.back();
    loop.count += iterations;
    rehash(loop);
    before_.back() = std::exchange(last_[loop.hash % buckets], static_cast<std::uint32_t>(nodes_.size()));
    running_.back() = running_[nodes_.size() - 1] * hash_base + loop.hash;
  }

  void push(Node node) {
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    running_.push_back(running_.back() * hash_base + node.hash);
    std::uint32_t& last = last_[node.hash % buckets];
    before_.push_back(last);
    last = index + 1;
    if (node.is_loop()) loops_.push_back(index);
    nodes_.push_back(std::move(node));
  }

  Node pop() {
    Node node = std::move(nodes_.back());
    drop();
    return node;
  }

  void drop() {
    const Node& node = nodes_.back();
    last_[node.hash % buckets] = before_.back();
    if (node.is_loop()) loops_.pop_back();
    nodes_.pop_back();
    before_.pop_back();
    running_.pop_back();
  }

  /// Running hash of the nodes from `from` up to `to`, which is excluded.
  std::uint64_t hash(std::size_t from, std::size_t to) const {
    return running_[to] - running_[from] * hash_powers[to - from];
  }

  /// One more iteration of a loop near the end.
  bool extend() {
    const std::size_t size = nodes_.size();
    for (std::size_t i = loops_.size(); i-- > 0 && i + most_loops >= loops_.size();) {
      const std::size_t at = loops_[i];
      const Node& loop = nodes_[at];
      const std::size_t length = loop.body.size();
      if (at + 1 + length != size || hash(at + 1, size) != loop.body_hash) continue;
      if (!std::equal(loop.body.begin(), loop.body.end(), nodes_.begin() + static_cast<std::ptrdiff_t>(at + 1),
                      same_node<Element>)) {
        continue;
      }
      for (std::size_t k = 0; k < length; ++k) join_node(nodes_[at].body[k], nodes_[at + 1 + k]);
      for (std::size_t k = 0; k < length; ++k) drop();
      lengthen_last(1);
      return true;
    }
    return false;
  }

  /// Two iterations of a new loop.
  bool pair() {
    const std::size_t size = nodes_.size();
    std::uint32_t candidate = before_.back();
    for (unsigned tries = 0; candidate != 0 && tries < most_tries; ++tries, candidate = before_[candidate - 1]) {
      const std::size_t length = size - candidate;
      if (length > window || 2 * length > size) return false;
      if (hash(size - 2 * length, size - length) != hash(size - length, size)) continue;
      const auto middle = nodes_.end() - static_cast<std::ptrdiff_t>(length);
      if (!std::equal(middle, nodes_.end(), middle - static_cast<std::ptrdiff_t>(length), same_node<Element>)) continue;
      make_loop(length);
      return true;
    }
    return false;
  }

  void make_loop(std::size_t length) {
    const std::size_t middle = nodes_.size() - length;
    Node loop{.body_hash = hash(middle, nodes_.size()), .count = 2};
    for (std::size_t k = 0; k < length; ++k) join_node(nodes_[middle - length + k], nodes_[middle + k]);
    for (std::size_t k = 0; k < length; ++k) drop();
    loop.body.resize(length);
    for (std::size_t k = length; k-- > 0;) loop.body[k] = pop();
    rehash(loop);
    push(std::move(loop));
  }

  std::vector<Node> nodes_;
  std::vector<std::uint64_t> running_{0};      ///< by node, and one more: running hash of all nodes before it
  std::vector<std::uint32_t> before_;          ///< by node: one more than the last node of its bucket before it
  std::vector<std::uint32_t> loops_;           ///< indices of the loops
  std::array<std::uint32_t, buckets> last_{};  ///< by bucket: one more than its last node; 0: none
};

}  // namespace trgen::structure
