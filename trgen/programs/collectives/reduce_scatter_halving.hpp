// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter by recursive halving, from distance P/2 or from distance 1 on. Ranks above a power of two are folded
// into their neighbours, which take their blocks along.
//
// Sources: MPICH 4 reduce_scatter_intra_recursive_halving; Open MPI 4.1 reduce_scatter_intra_basic_recursivehalving and
// reduce_scatter_intra_butterfly (Traeff's, in which blocks end mirrored and are then swapped).
#pragma once

#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/folding.hpp"
#include "trgen/programs/collectives/reduce_scatter.hpp"

namespace trgen::programs::collectives {

/// First block of the share of a number: a rank that stayed has the blocks of both ranks of its pair.
inline std::uint32_t share_begin(const Fold& fold, std::uint32_t number) {
  return number < fold.rest ? 2 * number : number + fold.rest;
}

/// Adds the shares of numbers first .. first + count - 1.
inline void add_shares(const Call& call, const Fold& fold, std::uint32_t peer, Role role, std::uint32_t first,
                       std::uint32_t count, bool skips_empty, Round& out) {
  const std::uint32_t begin = share_begin(fold, first);
  const std::uint32_t blocks = share_begin(fold, first + count) - begin;
  if (skips_empty && range_bytes(call, begin, blocks) == 0) return;
  out.blocks(peer, role, call, begin, blocks);
}

template <class Visit>
void fold_blocks(const Call& call, const Fold& fold, std::uint32_t v, const Visit& visit) {
  if (!fold.in_pair(v)) return;
  visit([&](Round& out) { out.blocks(pair_of(v), fold.stays(v) ? Role::reduce : Role::send, call, 0, call.size); });
}

struct HalvingReduceScatter : ReduceScatters, NeedsCommutative, Listed<HalvingReduceScatter> {
  static constexpr std::string_view name = "recursive-halving";
  static constexpr std::string_view doc =
      "ranks exchange halves at distance P/2, P/4, ..., 1; empty parts are not sent";
  static constexpr std::string_view source =
      "MPICH 4, reduce_scatter_intra_recursive_halving; Open MPI 4.1, reduce_scatter_intra_basic_recursivehalving";

  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    const Fold fold(call.size, true);
    fold_blocks(call, fold, v, visit);
    const std::uint32_t number = fold.number(v);
    for (std::uint32_t half = fold.power / 2; number != folded && half > 0; half /= 2) {
      const std::uint32_t other = number ^ half;
      visit([&](Round& out) {
        add_shares(call, fold, fold.rank(other), Role::reduce, number & ~(half - 1), half, true, out);
        add_shares(call, fold, fold.rank(other), Role::send, other & ~(half - 1), half, true, out);
      });
    }
    if (!fold.in_pair(v)) return;
    visit([&](Round& out) {
      const std::uint32_t block = v & ~1U;
      if (block_of(call, block) > 0) {
        out.blocks(pair_of(v), fold.stays(v) ? Role::send : Role::receive, call, block, 1);
      }
    });
  }
};

struct ButterflyReduceScatter : ReduceScatters, Listed<ButterflyReduceScatter> {
  static constexpr std::string_view name = "butterfly";
  static constexpr std::string_view doc =
      "ranks exchange halves at distance 1, 2, 4, ..., then swap blocks with the rank whose number is mirrored";
  static constexpr std::string_view source = "Open MPI 4.1, reduce_scatter_intra_butterfly";

  static std::string_view misfit(const Call&) { return {}; }
  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    const Fold fold(call.size, true);
    fold_blocks(call, fold, v, visit);
    if (!fold.stays(v)) {
      const std::uint32_t holder = fold.rank(mirror(v / 2, fold.steps));
      return visit([&](Round& out) { out.blocks(holder, Role::receive, call, v, 1); });
    }
    const std::uint32_t number = fold.number(v);
    for (std::uint32_t step = 0; step < fold.steps; ++step) {
      const std::uint32_t other = number ^ (1U << step);
      visit([&](Round& out) {
        const std::uint32_t count = fold.power >> (step + 1);
        const std::uint32_t low = (2U << step) - 1;
        const std::uint32_t peer = fold.rank(other);
        add_shares(call, fold, peer, Role::reduce, mirror(number & low, fold.steps), count, false, out);
        add_shares(call, fold, peer, Role::send, mirror(other & low, fold.steps), count, false, out);
      });
    }
    const std::uint32_t owner = mirror(number, fold.steps);  // the rank whose share this rank ends with
    const std::uint32_t peer = fold.rank(owner);
    if (owner < fold.rest) visit([&](Round& out) { out.blocks(peer - 1, Role::send, call, peer - 1, 1); });
    if (owner == number) return;
    visit([&](Round& out) {
      out.blocks(peer, Role::receive, call, v, 1);
      out.blocks(peer, Role::send, call, peer, 1);
    });
  }
};

}  // namespace trgen::programs::collectives
