// SPDX-License-Identifier: Apache-2.0
// Allreduce round a ring as SimGrid's SMPI has it (SimGrid 3.32, as observed): blocks are equally long, and the
// remainder of the division by the number of ranks follows separately.
#pragma once

#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/all_reduce_ring.hpp"
#include "trgen/programs/collectives/composed.hpp"

namespace trgen::programs::collectives {

/// Ring allreduce with a remainder; with fewer elements than ranks, everything is remainder.
struct RingAndRestAllReduce : AllReduces, NeedsCommutative {
  static constexpr std::string_view name = "ring-and-rest";
  static constexpr std::string_view doc =
      "as ring, over blocks that are equally long; then an allreduce of its own for the elements that are left; "
      "nonoverlapping where there are fewer elements than ranks";
  static constexpr std::string_view source = "SimGrid 3.32, allreduce lr";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    const Call ring = ring_of(call);
    if (ring.bytes == 0) return NonoverlappingAllReduce::rounds(call, v);
    return RingAllReduce::rounds(ring, v) + (ring.bytes == call.bytes ? 0 : rounds_of_part(rest_of(call, ring), v));
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const Call ring = ring_of(call);
    if (ring.bytes == 0) return NonoverlappingAllReduce::round(call, v, number, out);
    const std::uint32_t before = RingAllReduce::rounds(ring, v);
    if (number < before) return RingAllReduce::round(ring, v, number, out);
    const Part rest = rest_of(call, ring);
    Round made;
    made.clear(call.kind);
    rest.algorithm->round(rest.call, v, number - before, made);
    out.add_shifted(made, ring.bytes);
  }

 private:
  static Call ring_of(const Call& call) {
    return part_of(call, Kind::all_reduce, elements(call.bytes, call.element) / call.size * call.size * call.element);
  }
  static Part rest_of(const Call& call, const Call& ring) {
    return chosen_part(part_of(call, Kind::all_reduce, call.bytes - ring.bytes));
  }
};

/// Allgatherv over rank 0 as smpi_replay does it: a trace has no displacements, so that the broadcast is as long as the
/// largest block only.
struct GatherBroadcastLargest : FitsAll, Composed<GatherBroadcastLargest> {
  static constexpr std::array kinds{Kind::all_gather_v};
  static constexpr std::string_view name = "gather-bcast-largest";
  static constexpr std::string_view doc =
      "gather to rank 0, then a bcast of as many bytes as the largest block has; for comparisons with smpi_replay "
      "only, "
      "whose ranks do not get all data";
  static constexpr std::string_view source = "SimGrid 3.32, allgatherv GB in smpi_replay";

  static Call first(const Call& call) { return part_of(call, Kind::gather_v, call.bytes); }
  static Call second(const Call& call) { return part_of(call, Kind::broadcast, call.largest); }
};

/// Reduce-scatter by SimGrid's own reduce and the scatter of the library.
struct AtOnceReduceScatter : ReduceScatters, FitsAll, Composed<AtOnceReduceScatter> {
  static constexpr std::string_view name = "at-once-and-scatter";
  static constexpr std::string_view doc =
      "reduce to rank 0, which starts all receives at once, then scatter as the library chooses";
  static constexpr std::string_view source = "SimGrid 3.32, reduce_scatter default, under other selectors";

  static Call first(const Call& call) { return ReduceScatterReduceScatter::first(call); }
  static Call second(const Call& call) { return ReduceScatterReduceScatter::second(call); }
  static Part part(const Call& part) {
    static constexpr Entry reduce = entry<AtOnceReduce>();
    return part.kind == Kind::reduce ? Part{part, &reduce} : chosen_part(part);
  }
};

}  // namespace trgen::programs::collectives
