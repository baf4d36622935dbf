// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter in as many steps as ranks, or with recursive doubling: each rank ends with its block of the reduction.
//
// Sources: MPICH 4 reduce_scatter_intra_pairwise, ..._recursive_doubling, ..._noncommutative; Open MPI 4.1
// reduce_scatter_intra_ring, reduce_scatter_block_intra_recursivedoubling; J. L. Traeff, An improved algorithm for
// (non-commutative) reduce-scatter with an application, EuroPVM/MPI 2005.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/doubling_holes.hpp"
#include "trgen/programs/collectives/listed.hpp"
#include "trgen/programs/collectives/ranks.hpp"

namespace trgen::programs::collectives {

struct ReduceScatters {
  static constexpr std::array kinds{Kind::reduce_scatter, Kind::reduce_scatter_block};
};

struct PairwiseReduceScatter : ReduceScatters, NeedsCommutative {
  static constexpr std::string_view name = "pairwise";
  static constexpr std::string_view doc =
      "P - 1 steps: step i sends the block of rank + i there and receives the own block from rank - i";
  static constexpr std::string_view source = "MPICH 4, reduce_scatter_intra_pairwise";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return call.size - 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t to = plus(v, number + 1, call.size);
    out.blocks(minus(v, number + 1, call.size), Role::reduce, call, v, 1);
    out.blocks(to, Role::send, call, to, 1);
  }
};

struct RingReduceScatter : ReduceScatters, NeedsCommutative {
  static constexpr std::string_view name = "ring";
  static constexpr std::string_view doc = "each block goes round the ring to its rank and is reduced on its way";
  static constexpr std::string_view source = "Open MPI 4.1, reduce_scatter_intra_ring";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return call.size - 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t before = minus(v, 1, call.size);
    const std::uint32_t given = minus(before, number, call.size);
    out.blocks(before, Role::reduce, call, minus(given, 1, call.size), 1);
    out.blocks(plus(v, 1, call.size), Role::send, call, given, 1);
  }
};

struct DoublingReduceScatter : ReduceScatters, FitsAll, Listed<DoublingReduceScatter> {
  static constexpr std::string_view name = "recursive-doubling";
  static constexpr std::string_view doc =
      "ranks exchange at distance 1, 2, 4, ... all blocks but those of their group; keeps operands in order";
  static constexpr std::string_view source =
      "MPICH 4, reduce_scatter_intra_recursive_doubling; Open MPI 4.1, reduce_scatter_block_intra_recursivedoubling";

  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    using Step = DoublingStep::Kind;
    doubling_steps(call.size, v, [&](const DoublingStep& step) {
      visit([&](Round& out) {
        const auto all_but = [&](Role role, std::uint32_t group) {
          const std::uint32_t end = group + step.width;
          out.blocks(step.peer, role, call, end < call.size ? end : 0,
                     call.size - std::min(step.width, call.size - group));
        };
        if (step.kind != Step::pass_on) all_but(Role::reduce, step.other);
        if (step.kind == Step::exchange) all_but(Role::send, step.mine);
        if (step.kind == Step::pass_on) all_but(Role::forward, step.other);
      });
    });
  }
};

struct OrderedReduceScatter : ReduceScatters, Listed<OrderedReduceScatter> {
  static constexpr std::string_view name = "noncommutative";
  static constexpr std::string_view doc =
      "recursive halving, from distance 1 on, of blocks in mirrored order; keeps operands in order";
  static constexpr std::string_view source = "MPICH 4, reduce_scatter_intra_noncommutative";

  static std::string_view misfit(const Call& call) {
    if (!has_equal_blocks(call)) return "it needs blocks of equal size";
    return NeedsPowerOfTwo::misfit(call);
  }
  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    for (std::uint32_t mask = 1; mask < call.size; mask *= 2) {
      visit([&](Round& out) {
        const std::uint32_t period = 2 * mask;
        const auto add = [&](Role role, std::uint32_t owner) {
          const std::uint32_t count = call.size / period;
          out.add(v ^ mask, role,
                  {.bytes = count * call.largest, .first = owner % period, .count = count, .run = 1, .period = period});
        };
        add(Role::reduce, v);
        add(Role::send, v ^ mask);
      });
    }
  }
};

}  // namespace trgen::programs::collectives
