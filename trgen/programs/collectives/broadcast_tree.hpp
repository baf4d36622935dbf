// SPDX-License-Identifier: Apache-2.0
// Broadcast over a tree, whole or in segments: a rank passes each segment on to its children when it has it.
//
// Sources: MPICH 4 bcast_intra_binomial (sends one after another); Open MPI 4.1 coll_base_bcast (sends to all children
// at once, segment by segment). Open MPI posts the receive of the next segment before it waits for this one, which
// changes nothing where sends do not wait.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/split.hpp"
#include "trgen/programs/collectives/trees.hpp"

namespace trgen::programs::collectives {

struct Broadcasts {
  static constexpr std::array kinds{Kind::broadcast};
};

template <class Tree>
struct TreeBroadcast : Broadcasts, FitsAll {
  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    const std::uint32_t r = relative(call, v);
    const std::uint32_t turns = (r == 0 ? 0 : 1) + (Tree::children(call, r) == 0 ? 0 : 1);
    return turns * segments_of(call).count();
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t r = relative(call, v);
    const Segments segments = segments_of(call);
    const std::uint32_t children = Tree::children(call, r);
    const std::uint32_t turns = (r == 0 ? 0 : 1) + (children == 0 ? 0 : 1);
    const std::uint32_t segment = number / turns;
    const std::uint64_t at = segments.begin(segment);
    if (r != 0 && number % turns == 0) {
      out.part(real(call, Tree::parent(call, r)), Role::receive, at, segments.bytes(segment));
      return;
    }
    for (std::uint32_t i = 0; i < children; ++i) {
      out.part(real(call, Tree::child(call, r, i)), Role::send, at, segments.bytes(segment));
    }
  }
};

struct BinomialBroadcast : Broadcasts, FitsAll {
  static constexpr std::string_view name = "binomial";
  static constexpr std::string_view doc =
      "binomial tree in which the parent lacks the lowest bit; the farthest child first, one send after another";
  static constexpr std::string_view source = "MPICH 4, bcast_intra_binomial";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    const std::uint32_t r = relative(call, v);
    return LowBitTree::children(call, r) + (r == 0 ? 0 : 1);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t r = relative(call, v);
    if (r != 0 && number == 0) {
      out.part(real(call, LowBitTree::parent(call, r)), Role::receive, 0, call.bytes);
    } else {
      out.part(real(call, LowBitTree::child(call, r, number - (r == 0 ? 0 : 1))), Role::send, 0, call.bytes);
    }
  }
};

struct HighBitBroadcast : TreeBroadcast<HighBitTree> {
  static constexpr std::string_view name = "binomial-high-bit";
  static constexpr std::string_view doc =
      "binomial tree in which the parent lacks the highest bit, to all children at once; segment sets a pipeline";
  static constexpr std::string_view source = "Open MPI 4.1, bcast_intra_binomial";
};

struct KnomialBroadcast : TreeBroadcast<KnomialTree> {
  static constexpr std::string_view name = "k-nomial";
  static constexpr std::string_view doc = "k-nomial tree of the given radix, the farthest children first";
  static constexpr std::string_view source = "Open MPI 4.1, bcast_intra_knomial";
};

struct BinaryBroadcast : TreeBroadcast<BinaryTree> {
  static constexpr std::string_view name = "binary";
  static constexpr std::string_view doc = "complete binary tree; segment sets a pipeline";
  static constexpr std::string_view source = "Open MPI 4.1, bcast_intra_bintree";
};

struct ChainBroadcast : TreeBroadcast<ChainTree> {
  static constexpr std::string_view name = "chain";
  static constexpr std::string_view doc =
      "chains of ranks from the root on; segment sets a pipeline, chains their number";
  static constexpr std::string_view source = "Open MPI 4.1, bcast_intra_chain and bcast_intra_pipeline";
};

struct PipelineBroadcast : TreeBroadcast<ChainTree> {
  static constexpr std::string_view name = "pipeline";
  static constexpr std::string_view doc = "one chain of ranks, in segments: of 64 KiB where segment is not set";
  static constexpr std::string_view source = "Open MPI 4.1, bcast_intra_pipeline";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return TreeBroadcast<ChainTree>::rounds(one_chain(call), v);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    TreeBroadcast<ChainTree>::round(one_chain(call), v, number, out);
  }

 private:
  static Call one_chain(Call call) {
    call.tuning.chains = 1;
    if (call.tuning.segment == 0) call.tuning.segment = 65536;
    return call;
  }
};

struct LinearBroadcast : Broadcasts, FitsAll {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc = "the root sends to all others at once, in the order of ranks";
  static constexpr std::string_view source = "Open MPI 4.1, bcast_intra_basic_linear";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t, Round& out) {
    if (v != call.root) return out.part(call.root, Role::receive, 0, call.bytes);
    for (std::uint32_t peer = 0; peer < call.size; ++peer) {
      if (peer != v) out.part(peer, Role::send, 0, call.bytes);
    }
  }
};

}  // namespace trgen::programs::collectives
