// SPDX-License-Identifier: Apache-2.0
// Reduction over a tree, whole or in segments: a rank combines each segment of its children with its own, one child
// after another, and sends it to its parent.
//
// Sources: MPICH 4 reduce_intra_binomial; Open MPI 4.1 coll_base_reduce. Open MPI posts the receive of the next child
// before it waits for this one, which changes nothing where sends do not wait.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/split.hpp"
#include "trgen/programs/collectives/trees.hpp"

namespace trgen::programs::collectives {

struct Reduces {
  static constexpr std::array kinds{Kind::reduce};
};

/// Tree rooted at the root of the call. Children send in the reverse order of a broadcast where `reversed`.
template <class Tree, bool reversed>
struct RootedTree {
  static std::uint32_t root(const Call& call) { return call.root; }
  static std::uint32_t place(const Call& call, std::uint32_t v) { return relative(call, v); }
  static std::uint32_t parent(const Call& call, std::uint32_t r) { return real(call, Tree::parent(call, r)); }
  static std::uint32_t children(const Call& call, std::uint32_t r) { return Tree::children(call, r); }
  static std::uint32_t child(const Call& call, std::uint32_t r, std::uint32_t i) {
    return real(call, Tree::child(call, r, reversed ? children(call, r) - 1 - i : i));
  }
};

/// Binomial tree in which rank 0 is the root where the operator does not commute, so that operands keep their order.
struct OrderedBinomialTree {
  static std::uint32_t root(const Call& call) { return call.commutative ? call.root : 0; }
  static std::uint32_t place(const Call& call, std::uint32_t v) { return minus(v, root(call), call.size); }
  static std::uint32_t parent(const Call& call, std::uint32_t r) {
    return plus(LowBitTree::parent(call, r), root(call), call.size);
  }
  static std::uint32_t children(const Call& call, std::uint32_t r) { return LowBitTree::children(call, r); }
  static std::uint32_t child(const Call& call, std::uint32_t r, std::uint32_t i) {
    return plus(r + (1U << i), root(call), call.size);
  }
};

struct LastRankTree {
  static std::uint32_t root(const Call& call) { return call.size - 1; }
  static std::uint32_t place(const Call&, std::uint32_t v) { return v; }
  static std::uint32_t parent(const Call& call, std::uint32_t v) { return InOrderTree::parent(call, v); }
  static std::uint32_t children(const Call& call, std::uint32_t v) { return InOrderTree::children(call, v); }
  static std::uint32_t child(const Call& call, std::uint32_t v, std::uint32_t i) {
    return InOrderTree::child(call, v, i);
  }
};

/// Reduction over a tree. If the root of the tree is not that of the call, it sends the result there at the end.
template <class Tree>
struct TreeReduce : Reduces {
  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return tree_rounds(call, v) + (moves(call) && (v == call.root || v == Tree::root(call)) ? 1 : 0);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (number == tree_rounds(call, v)) {
      const bool sends = v != call.root;
      return out.part(sends ? call.root : Tree::root(call), sends ? Role::send : Role::receive, 0, call.bytes);
    }
    const std::uint32_t r = Tree::place(call, v);
    const std::uint32_t children = Tree::children(call, r);
    const std::uint32_t turns = children + (v == Tree::root(call) ? 0 : 1);
    const Segments segments = segments_of(call);
    const std::uint32_t segment = number / turns;
    const std::uint32_t turn = number % turns;
    const bool up = turn == children;
    out.part(up ? Tree::parent(call, r) : Tree::child(call, r, turn), up ? Role::send : Role::reduce,
             segments.begin(segment), segments.bytes(segment));
  }

 private:
  static bool moves(const Call& call) { return Tree::root(call) != call.root; }
  static std::uint32_t tree_rounds(const Call& call, std::uint32_t v) {
    const std::uint32_t turns = Tree::children(call, Tree::place(call, v)) + (v == Tree::root(call) ? 0 : 1);
    return turns * segments_of(call).count();
  }
};

struct BinomialReduce : TreeReduce<OrderedBinomialTree>, FitsAll {
  static constexpr std::string_view name = "binomial";
  static constexpr std::string_view doc =
      "binomial tree in which the parent lacks the lowest bit, the nearest child first; segment sets a pipeline";
  static constexpr std::string_view source = "MPICH 4, reduce_intra_binomial; Open MPI 4.1, reduce_intra_binomial";
};

struct HighBitReduce : TreeReduce<RootedTree<HighBitTree, true>>, NeedsCommutative {
  static constexpr std::string_view name = "binomial-high-bit";
  static constexpr std::string_view doc =
      "binomial tree in which the parent lacks the highest bit, the farthest child first; segment sets a pipeline";
  static constexpr std::string_view source = "the tree of Open MPI 4.1's bcast_intra_binomial, turned round";
};

struct KnomialReduce : TreeReduce<RootedTree<KnomialTree, true>>, NeedsCommutative {
  static constexpr std::string_view name = "k-nomial";
  static constexpr std::string_view doc = "k-nomial tree of the given radix, the nearest children first";
  static constexpr std::string_view source = "Open MPI 5.0, the tree of coll_base_topo_build_kmtree";
};

struct BinaryReduce : TreeReduce<RootedTree<BinaryTree, false>>, NeedsCommutative {
  static constexpr std::string_view name = "binary";
  static constexpr std::string_view doc = "complete binary tree; segment sets a pipeline";
  static constexpr std::string_view source = "Open MPI 4.1, reduce_intra_binary";
};

struct InOrderBinaryReduce : TreeReduce<LastRankTree>, FitsAll {
  static constexpr std::string_view name = "in-order-binary";
  static constexpr std::string_view doc =
      "binary tree that keeps operands in order, with the last rank as root, which sends the result to the root of the "
      "call";
  static constexpr std::string_view source = "Open MPI 4.1, reduce_intra_in_order_binary";
};

struct ChainReduce : TreeReduce<RootedTree<ChainTree, false>>, NeedsCommutative {
  static constexpr std::string_view name = "chain";
  static constexpr std::string_view doc = "chains of ranks to the root; segment sets a pipeline, chains their number";
  static constexpr std::string_view source = "Open MPI 4.1, reduce_intra_chain and reduce_intra_pipeline";
};

struct PipelineReduce : Reduces, NeedsCommutative {
  static constexpr std::string_view name = "pipeline";
  static constexpr std::string_view doc = "one chain of ranks, in segments: of 64 KiB where segment is not set";
  static constexpr std::string_view source = "Open MPI 4.1, reduce_intra_pipeline";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return ChainReduce::rounds(one_chain(call), v); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    ChainReduce::round(one_chain(call), v, number, out);
  }

 private:
  static Call one_chain(Call call) {
    call.tuning.chains = 1;
    if (call.tuning.segment == 0) call.tuning.segment = 65536;
    return call;
  }
};

struct LinearReduce : Reduces, FitsAll {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc = "all send to the root, which receives from the last rank first, one by one";
  static constexpr std::string_view source = "Open MPI 4.1, reduce_intra_basic_linear";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return v == call.root ? call.size - 1 : 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (v != call.root) return out.part(call.root, Role::send, 0, call.bytes);
    const std::uint32_t peer = call.size - 1 - number;
    out.part(peer > call.root ? peer : peer - 1, Role::reduce, 0, call.bytes);
  }
};

struct AtOnceReduce : Reduces, FitsAll {
  static constexpr std::string_view name = "linear-at-once";
  static constexpr std::string_view doc = "all send to the root, which starts all receives at once";
  static constexpr std::string_view source = "SimGrid 3.32, reduce default, as observed";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t, Round& out) {
    if (v != call.root) return out.part(call.root, Role::send, 0, call.bytes);
    for (std::uint32_t peer = call.size; peer-- > 0;) {
      if (peer != call.root) out.part(peer, Role::reduce, 0, call.bytes);
    }
  }
};

}  // namespace trgen::programs::collectives
