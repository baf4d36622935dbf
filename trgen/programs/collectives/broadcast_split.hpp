// SPDX-License-Identifier: Apache-2.0
// Broadcast over a binary tree with the message split in halves: each side of the tree passes on its half, in segments,
// then each rank exchanges halves with one of the other side. One chain where a half would be smaller than a segment.
//
// Source: Open MPI 4.1, bcast_intra_split_bintree. Its left side are the odd ranks, counted from the root.
#pragma once

#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/broadcast_tree.hpp"

namespace trgen::programs::collectives {

struct SplitBinaryBroadcast : Broadcasts, FitsAll {
  static constexpr std::string_view name = "split-binary";
  static constexpr std::string_view doc =
      "complete binary tree whose sides carry a half of the message each, in segments, and then exchange them";
  static constexpr std::string_view source = "Open MPI 4.1, bcast_intra_split_bintree";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    if (is_short(call)) return ChainBroadcast::rounds(call, v);
    const std::uint32_t r = relative(call, v);
    const bool exchanges = r != 0 || call.size % 2 == 0;
    return tree_rounds(call, Halves(call), r) + (exchanges ? 1 : 0);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (is_short(call)) return ChainBroadcast::round(call, v, number, out);
    const Halves halves(call);
    const std::uint32_t r = relative(call, v);
    if (number == tree_rounds(call, halves, r)) return exchange(call, r, halves, out);
    const std::uint32_t each = turns(call, r);
    const std::uint32_t segment = number / each;
    const std::uint32_t turn = number % each;
    if (r != 0 && turn == 0) {
      return halves.segment(out, real(call, BinaryTree::parent(call, r)), Role::receive, side(r), segment);
    }
    const std::uint32_t child = turn - (r == 0 ? 0 : 1);
    const std::uint32_t half = r == 0 ? child : side(r);
    if (segment >= halves.segments(half)) return;  // the other half has one segment more
    halves.segment(out, real(call, BinaryTree::child(call, r, child)), Role::send, half, segment);
  }

 private:
  class Halves {
   public:
    explicit Halves(const Call& call)
        : begin_{0, (elements(call.bytes, call.element) + 1) / 2 * call.element},
          bytes_{begin_[1], call.bytes - begin_[1]},
          parts_{Segments(bytes_[0], call.element, call.tuning.segment),
                 Segments(bytes_[1], call.element, call.tuning.segment)} {}

    std::uint64_t bytes(std::uint32_t half) const { return bytes_[half]; }
    std::uint32_t segments(std::uint32_t half) const { return parts_[half].count(); }
    void segment(Round& out, std::uint32_t peer, Role role, std::uint32_t half, std::uint32_t i) const {
      out.part(peer, role, begin_[half] + parts_[half].begin(i), parts_[half].bytes(i));
    }
    void whole(Round& out, std::uint32_t peer, Role role, std::uint32_t half) const {
      out.part(peer, role, begin_[half], bytes_[half]);
    }

   private:
    std::uint64_t begin_[2];
    std::uint64_t bytes_[2];
    Segments parts_[2];
  };

  static bool is_short(const Call& call) {
    const std::uint64_t count = elements(call.bytes, call.element);
    return count < 2 || call.tuning.segment > count / 2 * call.element;
  }

  /// The half that a rank passes on: the first one on the left side of the tree, which are the odd ranks.
  static std::uint32_t side(std::uint32_t r) { return r % 2 == 1 ? 0 : 1; }
  static std::uint32_t turns(const Call& call, std::uint32_t r) {
    return BinaryTree::children(call, r) + (r == 0 ? 0 : 1);
  }
  static std::uint32_t tree_rounds(const Call& call, const Halves& halves, std::uint32_t r) {
    return turns(call, r) * halves.segments(r == 0 ? 0 : side(r));
  }

  /// Exchanges halves with the rank's pair on the other side. In an even number of ranks, the last is the pair of the
  /// root.
  static void exchange(const Call& call, std::uint32_t r, const Halves& halves, Round& out) {
    const bool even = call.size % 2 == 0;
    if (r == 0) return halves.whole(out, real(call, call.size - 1), Role::send, 1);
    if (even && r == call.size - 1) return halves.whole(out, call.root, Role::receive, 1);
    const std::uint32_t pair = real(call, side(r) == 0 ? r + 1 : r - 1);
    halves.whole(out, pair, Role::receive, 1 - side(r));
    halves.whole(out, pair, Role::send, side(r));
  }
};

}  // namespace trgen::programs::collectives
