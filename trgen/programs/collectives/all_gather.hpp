// SPDX-License-Identifier: Apache-2.0
// Allgather and allgatherv: each rank ends with the blocks of all.
//
// Sources: MPICH 4 allgather_intra_*, allgatherv_intra_*; Open MPI 4.1 coll_base_allgather and coll_base_allgatherv,
// whose Bruck and ring send the same messages; J. Bruck et al., Efficient algorithms for all-to-all communications in
// multiport message-passing systems, IEEE TPDS 8, 1997; J. Chen et al., Performance evaluation of allgather algorithms
// on terascale Linux cluster with Fast Ethernet, HPC Asia 2005 (neighbour exchange).
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

struct AllGathers {
  static constexpr std::array kinds{Kind::all_gather, Kind::all_gather_v};
};

struct BruckAllGather : AllGathers, FitsAll {
  static constexpr std::string_view name = "bruck";
  static constexpr std::string_view doc = "send all blocks so far to rank - 1, - 2, - 4, ...; any number of ranks";
  static constexpr std::string_view source = "MPICH 4, allgather_intra_brucks";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return log2_ceil(call.size); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t distance = 1U << number;
    const std::uint32_t count = std::min(distance, call.size - distance);
    const std::uint32_t from = plus(v, distance, call.size);
    out.blocks(from, Role::receive, call, from, count);
    out.blocks(minus(v, distance, call.size), Role::send, call, v, count);
  }
};

struct DoublingAllGather : AllGathers, NeedsPowerOfTwo {
  static constexpr std::string_view name = "recursive-doubling";
  static constexpr std::string_view doc = "ranks exchange all blocks so far at distance 1, 2, 4, ...";
  static constexpr std::string_view source = "MPICH 4, allgather_intra_recursive_doubling";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return log2_floor(call.size); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t width = 1U << number;
    const std::uint32_t peer = v ^ width;
    out.blocks(peer, Role::receive, call, peer & ~(width - 1), width);
    out.blocks(peer, Role::send, call, v & ~(width - 1), width);
  }
};

struct RingAllGather : AllGathers, FitsAll {
  static constexpr std::string_view name = "ring";
  static constexpr std::string_view doc = "each block goes round the ring, from rank to rank + 1; P - 1 steps";
  static constexpr std::string_view source = "MPICH 4, allgather_intra_ring";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return call.size - 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t block = minus(v, number, call.size);
    out.blocks(minus(v, 1, call.size), Role::receive, call, minus(block, 1, call.size), 1);
    out.blocks(plus(v, 1, call.size), Role::send, call, block, 1);
  }
};

struct NeighbourAllGather : AllGathers {
  static constexpr std::string_view name = "neighbour-exchange";
  static constexpr std::string_view doc =
      "ranks exchange the two blocks that they got last with the neighbours on either side in turn; P / 2 steps";
  static constexpr std::string_view source = "Open MPI 4.1, allgather_intra_neighborexchange";

  static std::string_view misfit(const Call& call) {
    return call.size % 2 == 0 ? "" : "it needs an even number of ranks";
  }
  static std::uint32_t rounds(const Call& call, std::uint32_t) { return call.size / 2; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const bool even = v % 2 == 0;
    const bool upwards = even == (number % 2 == 0);  // the partner is the next rank
    const std::uint32_t peer = upwards ? plus(v, 1, call.size) : minus(v, 1, call.size);
    if (number == 0) {
      out.blocks(peer, Role::receive, call, peer, 1);
      out.blocks(peer, Role::send, call, v, 1);
      return;
    }
    out.blocks(peer, Role::receive, call, pair_got(call, v, number), 2);
    out.blocks(peer, Role::send, call, number == 1 ? v & ~1U : pair_got(call, v, number - 1), 2);
  }

 private:
  /// The first of the two blocks that the rank gets in a round, 1 or later: ever further away on either side of its
  /// pair.
  static std::uint32_t pair_got(const Call& call, std::uint32_t v, std::uint32_t number) {
    const std::uint32_t shift = (number + 1) / 2 * 2 % call.size;
    const bool forwards = (v % 2 == 0) == (number % 2 == 0);
    return forwards ? plus(v & ~1U, shift, call.size) : minus(v & ~1U, shift, call.size);
  }
};

struct LinearAllGather : AllGathers, FitsAll {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc = "each rank sends its block to all others at once, to rank + 1 first";
  static constexpr std::string_view source = "Open MPI 6.1, allgather_direct_messaging";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t, Round& out) {
    for (std::uint32_t i = 1; i < call.size; ++i) {
      const std::uint32_t peer = plus(v, i, call.size);
      out.blocks(peer, Role::receive, call, peer, 1);
      out.blocks(peer, Role::send, call, v, 1);
    }
  }
};

struct AnyDoublingAllGather : AllGathers, FitsAll, Listed<AnyDoublingAllGather> {
  static constexpr std::string_view name = "recursive-doubling-any";
  static constexpr std::string_view doc =
      "recursive doubling over any number of ranks: those without a partner get its blocks from others of their group";
  static constexpr std::string_view source = "MPICH 3, allgather; SimGrid 3.32, allgather rdb";

  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    const auto group = [&](Round& out, std::uint32_t peer, Role role, std::uint32_t first, std::uint32_t width) {
      out.blocks(peer, role, call, first, std::min(width, call.size - first));
    };
    doubling_steps(call.size, v, [&](const DoublingStep& step) {
      visit([&](Round& out) {
        if (step.kind != DoublingStep::Kind::pass_on) group(out, step.peer, Role::receive, step.other, step.width);
        if (step.kind == DoublingStep::Kind::exchange) group(out, step.peer, Role::send, step.mine, step.width);
        if (step.kind == DoublingStep::Kind::pass_on) group(out, step.peer, Role::send, step.other, step.width);
      });
    });
  }
};

struct PairwiseAllGather : AllGathers, FitsAll {
  static constexpr std::string_view name = "pairwise";
  static constexpr std::string_view doc =
      "P - 1 steps: step i sends the own block to rank + i and receives from rank - i";
  static constexpr std::string_view source = "SimGrid 3.32, allgather ring, as observed";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return call.size - 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t from = minus(v, number + 1, call.size);
    out.blocks(from, Role::receive, call, from, 1);
    out.blocks(plus(v, number + 1, call.size), Role::send, call, v, 1);
  }
};

struct TwoProcAllGather : AllGathers, NeedsTwoRanks {
  static constexpr std::string_view name = "two-proc";
  static constexpr std::string_view doc = "two ranks exchange their blocks";
  static constexpr std::string_view source = "Open MPI 4.1, allgather_intra_two_procs";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t, Round& out) {
    out.blocks(1 - v, Role::receive, call, 1 - v, 1);
    out.blocks(1 - v, Role::send, call, v, 1);
  }
};

}  // namespace trgen::programs::collectives
