// SPDX-License-Identifier: Apache-2.0
// Allreduce over two binary trees, each of which reduces and broadcasts one half of the vector in segments. The trees
// complement each other: a rank that is a leaf of one is inside the other, so that all links work both ways.
//
// The first tree is in order over the ranks, below rank 0; the second is its mirror image (P even) or the same one rank
// further (P odd). In each step a rank passes on a segment upwards and an earlier one downwards in both trees: those
// that its neighbours in the trees sent in the step before, so that no rank waits for others within a step. Source: P.
// Sanders, J. Speck, J. L. Traeff, Two-tree algorithms for full bandwidth broadcast, reduction and scan, Parallel
// Computing 35, 2009.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/rabenseifner.hpp"

namespace trgen::programs::collectives {

struct DoubleTreeAllReduce : AllReduces, NeedsCommutative {
  static constexpr std::string_view name = "double-binary-tree";
  static constexpr std::string_view doc =
      "two complementary binary trees, each with half of the vector, in segments: of 64 KiB where segment is not set";
  static constexpr std::string_view source =
      "P. Sanders, J. Speck, J. L. Traeff, Two-tree algorithms for full bandwidth broadcast, reduction and scan, "
      "Parallel Computing 35, 2009";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    const std::uint32_t last = std::max(down_lag(call, place(call, 0, v)), down_lag(call, place(call, 1, v)));
    return (Plan(call).segments + last) * 2 * turns(call, v);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t each = turns(call, v);
    const std::uint32_t step = number / (2 * each);
    const std::uint32_t turn = number % (2 * each);
    if (turn < each) return send_up(call, v, step, turn, out);
    send_down(call, v, step, turn - each, out);
  }

 private:
  struct Plan {
    std::uint64_t begin[2];
    Segments parts[2];
    std::uint32_t segments;

    explicit Plan(const Call& call)
        : begin{0, (elements(call.bytes, call.element) + 1) / 2 * call.element},
          parts{Segments(begin[1], call.element, segment_bytes(call)),
                Segments(call.bytes - begin[1], call.element, segment_bytes(call))},
          segments(std::max(parts[0].count(), parts[1].count())) {}

    static std::uint64_t segment_bytes(const Call& call) {
      return call.tuning.segment == 0 ? 65536 : call.tuning.segment;
    }
    void add(std::uint32_t tree, std::uint32_t segment, std::uint32_t peer, Role role, Round& out) const {
      if (segment >= parts[tree].count()) return;
      out.set_lane(static_cast<std::uint8_t>(tree));
      out.part(peer, role, begin[tree] + parts[tree].begin(segment), parts[tree].bytes(segment));
    }
  };

  /// Number of a rank in a tree, and back: both maps are their own inverse, or shift by one.
  static std::uint32_t place(const Call& call, std::uint32_t tree, std::uint32_t v) {
    if (tree == 0) return v;
    return call.size % 2 == 0 ? call.size - 1 - v : minus(v, 1, call.size);
  }
  static std::uint32_t rank(const Call& call, std::uint32_t tree, std::uint32_t t) {
    if (tree == 0) return t;
    return call.size % 2 == 0 ? call.size - 1 - t : plus(t, 1, call.size);
  }

  /// The in-order tree: t covers the numbers around it up to the distance of its lowest bit.
  static std::uint32_t parent(const Call& call, std::uint32_t t) {
    const std::uint32_t low = t & (~t + 1);
    const std::uint32_t above = (t - low) | (2 * low);
    return above < call.size ? above : t - low;
  }
  struct Children {
    std::uint32_t count = 0;
    std::uint32_t of[2] = {};
  };
  static Children children(const Call& call, std::uint32_t t) {
    Children out;
    if (t == 0) {
      out.of[out.count++] = std::bit_floor(call.size - 1);
      return out;
    }
    std::uint32_t half = (t & (~t + 1)) / 2;
    if (half == 0) return out;
    out.of[out.count++] = t - half;
    while (half > 0 && t + half >= call.size) half /= 2;
    if (half > 0) out.of[out.count++] = t + half;
    return out;
  }
  static bool is_leaf(std::uint32_t t) { return t % 2 == 1; }

  static std::uint32_t tree_rounds(const Call& call, std::uint32_t v, std::uint32_t tree) {
    const std::uint32_t t = place(call, tree, v);
    return is_leaf(t) || t == 0 ? 1 : 2;
  }
  static std::uint32_t turns(const Call& call, std::uint32_t v) {
    return tree_rounds(call, v, 0) + tree_rounds(call, v, 1);
  }
  /// The step in which the first segment goes up from a number of the tree: after those of its children.
  static std::uint32_t up_lag(const Call& call, std::uint32_t t) {
    return t == 0 ? log2_floor(call.size - 1) + 1 : static_cast<std::uint32_t>(std::countr_zero(t));
  }
  /// The step in which the first segment comes down to a number of the tree: after its parent's step; for the root,
  /// after it has come up.
  static std::uint32_t down_lag(const Call& call, std::uint32_t t) {
    std::uint32_t steps = up_lag(call, 0);
    for (; t != 0; t = parent(call, t)) ++steps;
    return steps;
  }

  static void send_up(const Call& call, std::uint32_t v, std::uint32_t step, std::uint32_t turn, Round& out) {
    const bool second = turn >= tree_rounds(call, v, 0);
    const std::uint32_t tree = second ? 1 : 0;
    if (second) turn -= tree_rounds(call, v, 0);
    const std::uint32_t t = place(call, tree, v);
    const std::uint32_t late = up_lag(call, t);
    if (step < late) return;
    const std::uint32_t segment = step - late;
    const Plan plan(call);
    if (turn == 0 && !is_leaf(t)) {
      const Children below = children(call, t);
      for (std::uint32_t i = 0; i < below.count; ++i) {
        plan.add(tree, segment, rank(call, tree, below.of[i]), Role::reduce, out);
      }
      return;
    }
    plan.add(tree, segment, rank(call, tree, parent(call, t)), Role::send, out);
  }

  static void send_down(const Call& call, std::uint32_t v, std::uint32_t step, std::uint32_t turn, Round& out) {
    const bool second = turn >= tree_rounds(call, v, 0);
    const std::uint32_t tree = second ? 1 : 0;
    if (second) turn -= tree_rounds(call, v, 0);
    const std::uint32_t t = place(call, tree, v);
    const std::uint32_t late = down_lag(call, t);
    if (step < late) return;
    const std::uint32_t segment = step - late;
    const Plan plan(call);
    if (turn == 0 && t != 0) {
      return plan.add(tree, segment, rank(call, tree, parent(call, t)), Role::receive, out);
    }
    const Children below = children(call, t);
    for (std::uint32_t i = 0; i < below.count; ++i) {
      plan.add(tree, segment, rank(call, tree, below.of[i]), Role::send, out);
    }
  }
};

}  // namespace trgen::programs::collectives
