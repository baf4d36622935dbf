// SPDX-License-Identifier: Apache-2.0
// Alltoall and alltoallv, each block sent once: all at once, in batches, or partner by partner.
//
// Alltoallv leaves out empty blocks where its library does, and MPICH's sends that of a rank to itself through the
// device, which a trace shows and a replay drops.
// Sources: SimGrid 3.32 alltoallv__bruck; MPICH 4 alltoall_intra_scattered, alltoall_intra_pairwise,
// alltoallv_intra_scattered and alltoallv_intra_pairwise_sendrecv_replace; Open MPI 4.1 coll_base_alltoall,
// coll_base_alltoallv.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/ranks.hpp"

namespace trgen::programs::collectives {

struct AllToAlls {
  static constexpr std::array kinds{Kind::all_to_all, Kind::all_to_all_v};
};

inline void add_pair(const Call& call, std::uint32_t v, std::uint32_t peer, bool sends, bool skips_empty, Round& out) {
  const std::uint64_t bytes = sends ? pair_block(call, v, peer) : pair_block(call, peer, v);
  if (skips_empty && bytes == 0) return;
  out.part(peer, sends ? Role::send : Role::receive, 0, bytes);
}

struct ScatteredAllToAll : AllToAlls, FitsAll {
  static constexpr std::string_view name = "scattered";
  static constexpr std::string_view doc =
      "in batches: receives from rank, rank + 1, ... and sends to rank, rank - 1, ..., itself included; empty blocks "
      "of "
      "alltoallv are left out";
  static constexpr std::string_view source = "MPICH 4, alltoall_intra_scattered and alltoallv_intra_scattered";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return (call.size + batch(call) - 1) / batch(call); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t first = number * batch(call);
    const std::uint32_t end = std::min(first + batch(call), call.size);
    const bool skips = call.kind == Kind::all_to_all_v;
    for (std::uint32_t i = first; i < end; ++i) add_pair(call, v, plus(v, i, call.size), false, skips, out);
    for (std::uint32_t i = first; i < end; ++i) add_pair(call, v, minus(v, i, call.size), true, skips, out);
  }

  static std::uint32_t batch(const Call& call) {
    return call.tuning.batch == 0 ? call.size : std::min(call.tuning.batch, call.size);
  }
};

struct ScatteredOthersAllToAll : FitsAll {
  static constexpr std::array kinds{Kind::all_to_all_v};
  static constexpr std::string_view name = "scattered-others";
  static constexpr std::string_view doc = "in batches, as scattered, to others only and with empty blocks";
  static constexpr std::string_view source = "SimGrid 3.32, alltoallv__bruck";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return ScatteredAllToAll::rounds(call, v); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t first = number * ScatteredAllToAll::batch(call);
    const std::uint32_t end = std::min(first + ScatteredAllToAll::batch(call), call.size);
    for (const bool sends : {false, true}) {
      for (std::uint32_t i = std::max(first, 1U); i < end; ++i)
        add_pair(call, v, sends ? minus(v, i, call.size) : plus(v, i, call.size), sends, false, out);
    }
  }
};

struct LinearAllToAll : AllToAlls, FitsAll {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc =
      "all at once: alltoall receives from rank + 1, + 2, ... and sends to rank - 1, - 2, ...; alltoallv takes both in "
      "the order of ranks and leaves out empty blocks";
  static constexpr std::string_view source =
      "Open MPI 4.1, alltoall_intra_basic_linear, alltoall_intra_linear_sync and alltoallv_intra_basic_linear";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t, Round& out) {
    if (call.kind == Kind::all_to_all) {
      for (std::uint32_t i = 1; i < call.size; ++i) add_pair(call, v, plus(v, i, call.size), false, false, out);
      for (std::uint32_t i = 1; i < call.size; ++i) add_pair(call, v, minus(v, i, call.size), true, false, out);
      return;
    }
    for (const bool sends : {false, true}) {
      for (std::uint32_t peer = 0; peer < call.size; ++peer) {
        if (peer != v) add_pair(call, v, peer, sends, true, out);
      }
    }
  }
};

struct PairwiseAllToAll : AllToAlls, FitsAll {
  static constexpr std::string_view name = "pairwise";
  static constexpr std::string_view doc = "P - 1 steps: step i sends to rank + i and receives from rank - i";
  static constexpr std::string_view source = "Open MPI 4.1, alltoall_intra_pairwise and alltoallv_intra_pairwise";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return call.size - 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    add_pair(call, v, minus(v, number + 1, call.size), false, false, out);
    add_pair(call, v, plus(v, number + 1, call.size), true, false, out);
  }
};

struct XorAllToAll : AllToAlls, FitsAll {
  static constexpr std::string_view name = "pairwise-xor";
  static constexpr std::string_view doc =
      "P - 1 steps: step i exchanges with rank XOR i for a power of two of ranks; else as pairwise";
  static constexpr std::string_view source = "MPICH 4, alltoall_intra_pairwise";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return call.size - 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (!std::has_single_bit(call.size)) return PairwiseAllToAll::round(call, v, number, out);
    add_pair(call, v, v ^ (number + 1), false, false, out);
    add_pair(call, v, v ^ (number + 1), true, false, out);
  }
};

/// Alltoall in the order of the pairs (0, 1), (0, 2), ..., (1, 2), ..., as a call in place needs it.
struct OrderedPairsAllToAll : AllToAlls, FitsAll {
  static constexpr std::string_view name = "pairs-in-order";
  static constexpr std::string_view doc = "P - 1 steps: each rank exchanges with rank 0, 1, 2, ... in turn";
  static constexpr std::string_view source = "MPICH 4, alltoall_intra_pairwise_sendrecv_replace, for calls in place";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return call.size - 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t peer = number < v ? number : number + 1;
    add_pair(call, v, peer, false, false, out);
    add_pair(call, v, peer, true, false, out);
  }
};

struct TwoProcAllToAll : AllToAlls, NeedsTwoRanks {
  static constexpr std::string_view name = "two-proc";
  static constexpr std::string_view doc = "two ranks exchange their blocks";
  static constexpr std::string_view source = "Open MPI 4.1, alltoall_intra_two_procs";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t, Round& out) {
    add_pair(call, v, 1 - v, false, false, out);
    add_pair(call, v, 1 - v, true, false, out);
  }
};

}  // namespace trgen::programs::collectives
