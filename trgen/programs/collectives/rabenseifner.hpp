// SPDX-License-Identifier: Apache-2.0
// Reductions of long vectors after Rabenseifner: reduce-scatter by recursive halving, then allgather by recursive
// doubling (allreduce) or a gather over a binomial tree (reduce), which takes the steps back.
//
// Sources: R. Rabenseifner, Optimization of collective reduction operations, ICCS 2004; MPICH 4 and Open MPI 4.1, which
// differ in how they split the vector and fold ranks above a power of two.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/folding.hpp"
#include "trgen/programs/collectives/halving.hpp"
#include "trgen/programs/collectives/listed.hpp"

namespace trgen::programs::collectives {

/// The steps of the reduce-scatter of the rank with this number.
template <class Windows, class Visit>
void halving_steps(const Fold& fold, const Windows& windows, std::uint32_t number, const Visit& visit) {
  for (std::uint32_t step = 0; step < fold.steps; ++step) {
    const std::uint32_t other = number ^ Windows::bit(step, fold.steps);
    visit([&](Round& out) {
      const Window mine = windows.window(number, step + 1);
      const Window given = windows.window(other, step + 1);
      out.part(fold.rank(other), Role::reduce, mine.at, mine.bytes);
      out.part(fold.rank(other), Role::send, given.at, given.bytes);
    });
  }
}

template <class Windows, class Visit>
void doubling_back(const Fold& fold, const Windows& windows, std::uint32_t number, const Visit& visit) {
  for (std::uint32_t step = fold.steps; step-- > 0;) {
    const std::uint32_t other = number ^ Windows::bit(step, fold.steps);
    visit([&](Round& out) {
      const Window mine = windows.window(number, step + 1);
      const Window theirs = windows.window(other, step + 1);
      out.part(fold.rank(other), Role::receive, theirs.at, theirs.bytes);
      out.part(fold.rank(other), Role::send, mine.at, mine.bytes);
    });
  }
}

struct AllReduces {
  static constexpr std::array kinds{Kind::all_reduce};
};

template <class A, class Windows, bool halves>
struct HalvingAllReduce : AllReduces, NeedsCommutative, Listed<A> {
  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    const Fold fold(call.size, !halves);
    if (!halves) fold_whole(call, fold, v, visit);
    if (halves && fold.in_pair(v)) fold_halves(call, v, visit);
    if (fold.stays(v)) {
      const Windows windows(call, fold.steps);
      halving_steps(fold, windows, fold.number(v), visit);
      doubling_back(fold, windows, fold.number(v), visit);
    }
    unfold(call, fold, v, visit);
  }
};

struct RabenseifnerAllReduce : HalvingAllReduce<RabenseifnerAllReduce, BlockWindows, false> {
  static constexpr std::string_view name = "rabenseifner";
  static constexpr std::string_view doc =
      "reduce-scatter by recursive halving, from distance 1 on, then allgather by recursive doubling, back to 1";
  static constexpr std::string_view source = "MPICH 4, allreduce_intra_reduce_scatter_allgather";
};

struct RestRabenseifnerAllReduce : HalvingAllReduce<RestRabenseifnerAllReduce, RestWindows, false> {
  static constexpr std::string_view name = "rabenseifner-rest-last";
  static constexpr std::string_view doc = "as rabenseifner, but the last block has all elements that are left over";
  static constexpr std::string_view source = "SimGrid 3.32, allreduce rab_rdb";
};

struct CutRabenseifnerAllReduce : HalvingAllReduce<CutRabenseifnerAllReduce, CutWindows, true> {
  static constexpr std::string_view name = "rabenseifner-halves";
  static constexpr std::string_view doc =
      "as rabenseifner, but the vector is cut in the middle each time, and surplus ranks share their reduction";
  static constexpr std::string_view source = "Open MPI 4.1, allreduce_intra_redscat_allgather";
};

struct HalvingDoublingAllReduce : HalvingAllReduce<HalvingDoublingAllReduce, FarWindows, false> {
  static constexpr std::string_view name = "halving-doubling";
  static constexpr std::string_view doc =
      "reduce-scatter by recursive halving, from distance P/2 on, then allgather by recursive doubling, from 1 on";
  static constexpr std::string_view source =
      "R. Thakur, R. Rabenseifner, W. Gropp, Optimization of collective communication operations in MPICH, IJHPCA 19, "
      "2005";
};

template <class A, class Windows, bool halves>
struct HalvingReduce : Listed<A> {
  static constexpr std::array kinds{Kind::reduce};

  static std::string_view misfit(const Call& call) {
    if (!call.commutative) return "it needs a commutative operator";
    return elements(call.bytes, call.element) < std::bit_floor(call.size) ? "it needs an element per rank" : "";
  }

  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    const Fold fold(call.size, false);  // the even rank stays: rank 0, the usual root, takes part
    if (!halves) fold_whole(call, fold, v, visit);
    if (halves && fold.in_pair(v)) fold_halves(call, v, visit);
    const Windows windows(call, fold.steps);
    std::uint32_t number = fold.number(v);
    if (number != folded) halving_steps(fold, windows, number, visit);
    const bool replaced = !fold.stays(call.root);  // the root was folded away: it takes the place of number 0
    if (replaced && (v == call.root || number == 0)) {
      const Window first = windows.window(0, fold.steps);
      const bool is_root = v == call.root;
      visit([&](Round& out) {
        out.part(is_root ? 0 : call.root, is_root ? Role::receive : Role::send, first.at, first.bytes);
      });
      number = is_root ? 0 : folded;
    }
    if (number == folded) return;
    const std::uint32_t goal = replaced ? 0 : fold.number(call.root);
    for (std::uint32_t step = fold.steps; step-- > 0;) {
      const std::uint32_t other = number ^ (1U << step);
      const std::uint32_t peer = other == 0 && replaced ? call.root : fold.rank(other);
      const bool sends = other >> step == goal >> step;
      const Window part = windows.window(sends ? number : other, step + 1);
      visit([&](Round& out) { out.part(peer, sends ? Role::send : Role::receive, part.at, part.bytes); });
      if (sends) return;
    }
  }
};

struct RabenseifnerReduce : HalvingReduce<RabenseifnerReduce, BlockWindows, false> {
  static constexpr std::string_view name = "rabenseifner";
  static constexpr std::string_view doc =
      "reduce-scatter by recursive halving, from distance 1 on, then a binomial gather, back to 1";
  static constexpr std::string_view source = "MPICH 4, reduce_intra_reduce_scatter_gather";
};

struct CutRabenseifnerReduce : HalvingReduce<CutRabenseifnerReduce, CutWindows, true> {
  static constexpr std::string_view name = "rabenseifner-halves";
  static constexpr std::string_view doc =
      "as rabenseifner, but the vector is cut in the middle each time, and surplus ranks share their reduction";
  static constexpr std::string_view source = "Open MPI 4.1, reduce_intra_redscat_gather";
};

}  // namespace trgen::programs::collectives
