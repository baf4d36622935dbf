// SPDX-License-Identifier: Apache-2.0
// Collectives made of two others, one after the other, each by the algorithm that the library would choose for it.
//
// The parts keep the tags of their own kinds. Sources: Open MPI 4.1 allreduce_intra_nonoverlapping,
// allreduce_intra_basic_linear, allreduce_intra_allgather_reduce (6.1), allgather_intra_basic_linear,
// allgatherv_intra_basic_default, reduce_scatter_intra_nonoverlapping, reduce_scatter_block_basic_linear.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/broadcast_tree.hpp"
#include "trgen/programs/collectives/rabenseifner.hpp"
#include "trgen/programs/collectives/reduce_scatter.hpp"
#include "trgen/programs/collectives/reduce_tree.hpp"
#include "trgen/programs/collectives/select.hpp"

namespace trgen::programs::collectives {

/// The part of a call that is itself a collective with root 0, of `bytes` by the rule of its kind.
inline Call part_of(const Call& call, Kind kind, std::uint64_t bytes) {
  Call part = call;
  part.kind = kind;
  part.root = 0;
  part.bytes = bytes;
  part.tuning = {};
  if (!has_rank_blocks(kind)) part.blocks = nullptr;
  sum_up(part);
  return part;
}

/// A part with its algorithm.
struct Part {
  Call call;
  const Entry* algorithm;
};

/// The part as the library does it.
inline Part chosen_part(const Call& part) {
  Part made{part, &select(part)};
  made.call.tuning = tuning_of(*made.algorithm, part);
  return made;
}

inline std::uint32_t rounds_of_part(const Part& part, std::uint32_t v) {
  return is_empty(part.call) ? 0 : part.algorithm->rounds(part.call, v);
}

template <class A>
struct Composed {
  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return rounds_of_part(A::part(A::first(call)), v) + rounds_of_part(A::part(A::second(call)), v);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    Part part = A::part(A::first(call));
    if (const std::uint32_t before = rounds_of_part(part, v); number >= before) {
      part = A::part(A::second(call));
      number -= before;
    }
    out.set_kind(part.call.kind);
    part.algorithm->round(part.call, v, number, out);
  }
  static Part part(const Call& part) { return chosen_part(part); }
};

struct NonoverlappingAllReduce : AllReduces, FitsAll, Composed<NonoverlappingAllReduce> {
  static constexpr std::string_view name = "nonoverlapping";
  static constexpr std::string_view doc = "reduce to rank 0, then bcast, each as the library chooses";
  static constexpr std::string_view source = "Open MPI 4.1, allreduce_intra_nonoverlapping";

  static Call first(const Call& call) { return part_of(call, Kind::reduce, call.bytes); }
  static Call second(const Call& call) { return part_of(call, Kind::broadcast, call.bytes); }
};

struct LinearAllReduce : AllReduces, FitsAll, Composed<LinearAllReduce> {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc = "all send to rank 0, which sends the result to all";
  static constexpr std::string_view source = "Open MPI 4.1, allreduce_intra_basic_linear";

  static Call first(const Call& call) { return part_of(call, Kind::reduce, call.bytes); }
  static Call second(const Call& call) { return part_of(call, Kind::broadcast, call.bytes); }
  static Part part(const Call& part) {
    static constexpr Entry reduce = entry<LinearReduce>();
    static constexpr Entry broadcast = entry<LinearBroadcast>();
    return {part, part.kind == Kind::reduce ? &reduce : &broadcast};
  }
};

struct AllGatherReduce : AllReduces, FitsAll {
  static constexpr std::string_view name = "allgather-reduce";
  static constexpr std::string_view doc = "allgather of the vectors, as the library chooses, then a local reduction";
  static constexpr std::string_view source = "Open MPI 6.1, allreduce_intra_allgather_reduce";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    const Call part = part_of(call, Kind::all_gather, call.bytes);
    return select(part).rounds(part, v);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const Call part = part_of(call, Kind::all_gather, call.bytes);
    const Entry& algorithm = select(part);
    out.set_kind(Kind::all_gather);
    algorithm.round(part, v, number, out);
    if (number + 1 == algorithm.rounds(part, v)) out.reduce_more((call.size - 1) * call.bytes);
  }
};

struct GatherBroadcastAllGather : FitsAll, Composed<GatherBroadcastAllGather> {
  static constexpr std::array kinds{Kind::all_gather, Kind::all_gather_v};
  static constexpr std::string_view name = "gather-bcast";
  static constexpr std::string_view doc = "gather to rank 0, then bcast, each as the library chooses";
  static constexpr std::string_view source =
      "Open MPI 4.1, allgather_intra_basic_linear and allgatherv_intra_basic_default";

  static Call first(const Call& call) {
    return part_of(call, call.kind == Kind::all_gather ? Kind::gather : Kind::gather_v, call.bytes);
  }
  static Call second(const Call& call) { return part_of(call, Kind::broadcast, call.total); }
};

struct ReduceScatterReduceScatter : ReduceScatters, FitsAll, Composed<ReduceScatterReduceScatter> {
  static constexpr std::string_view name = "nonoverlapping";
  static constexpr std::string_view doc = "reduce to rank 0, then scatter, each as the library chooses";
  static constexpr std::string_view source =
      "Open MPI 4.1, reduce_scatter_intra_nonoverlapping and reduce_scatter_block_basic_linear";

  static Call first(const Call& call) { return part_of(call, Kind::reduce, call.total); }
  static Call second(const Call& call) {
    return part_of(call, call.kind == Kind::reduce_scatter ? Kind::scatter_v : Kind::scatter, call.bytes);
  }
};

}  // namespace trgen::programs::collectives
