// SPDX-License-Identifier: Apache-2.0
// Reduction over a tree whose ranks start the next receive before they wait for this one: that of the next child, or
// that of the first child's next segment. Where a message moves only when its receive has been posted, as in SimGrid,
// the messages of two children then overlap.
//
// Source: the order of the messages of Open MPI 4.1's coll_base_reduce and of SimGrid 3.32 (reduce ompi), by their
// times.
#pragma once

#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/reduce_tree.hpp"

namespace trgen::programs::collectives {

/// As TreeReduce, with receives left open in two slots in turn. A rank with children has a round for each message of
/// each of them, one to send each segment, and one that waits for the last message.
template <class Tree>
struct AheadReduce : Reduces {
  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return tree_rounds(call, v) + (moves(call) && (v == call.root || v == Tree::root(call)) ? 1 : 0);
  }

  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t own = tree_rounds(call, v);
    if (number == own) {
      const bool sends = v != call.root;
      return out.part(sends ? call.root : Tree::root(call), sends ? Role::send : Role::receive, 0, call.bytes);
    }
    const std::uint32_t r = Tree::place(call, v);
    const std::uint32_t children = Tree::children(call, r);
    const bool sends = v != Tree::root(call);
    if (children == 0) return send_up(call, r, number, out);
    const std::uint32_t count = segments_of(call).count();
    if (number + (sends ? 2 : 1) == own) return settle_before(call, children, count * children, out);
    if (number + 1 == own && sends) return send_up(call, r, count - 1, out);
    if (number < children || !sends) return open(call, r, children, number, out);
    // From the second segment on, the one before is sent when the first receive has been started.
    const std::uint32_t segment = 1 + (number - children) / (children + 1);
    const std::uint32_t turn = (number - children) % (children + 1);
    if (turn == 1) return send_up(call, r, segment - 1, out);
    open(call, r, children, segment * children + (turn == 0 ? 0 : turn - 1), out);
  }

 private:
  static bool moves(const Call& call) { return Tree::root(call) != call.root; }

  static std::uint32_t tree_rounds(const Call& call, std::uint32_t v) {
    const std::uint32_t count = segments_of(call).count();
    const std::uint32_t children = Tree::children(call, Tree::place(call, v));
    if (children == 0) return v == Tree::root(call) ? 0 : count;
    return children * count + 1 + (v == Tree::root(call) ? 0 : count);
  }

  static void send_up(const Call& call, std::uint32_t r, std::uint32_t segment, Round& out) {
    const Segments segments = segments_of(call);
    out.part(Tree::parent(call, r), Role::send, segments.begin(segment), segments.bytes(segment));
  }

  /// Starts receive `i` of the rank, and waits for the one before.
  static void open(const Call& call, std::uint32_t r, std::uint32_t children, std::uint32_t i, Round& out) {
    const Segments segments = segments_of(call);
    const std::uint32_t segment = i / children;
    out.open(i % 2, Tree::child(call, r, i % children), Role::reduce, segments.begin(segment), segments.bytes(segment));
    if (i > 0) settle_before(call, children, i, out);
  }

  /// Waits for the receive before receive `i`.
  static void settle_before(const Call& call, std::uint32_t children, std::uint32_t i, Round& out) {
    out.settle((i - 1) % 2, 1, segments_of(call).bytes((i - 1) / children));
  }
};

struct AheadBinomialReduce : AheadReduce<OrderedBinomialTree>, FitsAll {
  static constexpr std::string_view name = "binomial-ahead";
  static constexpr std::string_view doc = "as binomial, with the next receive started before this one is waited for";
  static constexpr std::string_view source = "SimGrid 3.32, reduce ompi_binomial";
};

struct AheadBinaryReduce : AheadReduce<RootedTree<BinaryTree, false>>, NeedsCommutative {
  static constexpr std::string_view name = "binary-ahead";
  static constexpr std::string_view doc = "as binary, with the next receive started before this one is waited for";
  static constexpr std::string_view source = "SimGrid 3.32, reduce ompi_binary";
};

struct AheadInOrderReduce : AheadReduce<LastRankTree>, FitsAll {
  static constexpr std::string_view name = "in-order-binary-ahead";
  static constexpr std::string_view doc =
      "as in-order-binary, with the next receive started before this one is waited for";
  static constexpr std::string_view source = "SimGrid 3.32, reduce ompi_in_order_binary";
};

struct AheadChainReduce : AheadReduce<RootedTree<ChainTree, false>>, NeedsCommutative {
  static constexpr std::string_view name = "chain-ahead";
  static constexpr std::string_view doc = "as chain, with the next receive started before this one is waited for";
  static constexpr std::string_view source = "SimGrid 3.32, reduce ompi_chain and ompi_pipeline";
};

}  // namespace trgen::programs::collectives
