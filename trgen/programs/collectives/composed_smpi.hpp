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
      "as ring, over blocks that are equally long; then nonoverlapping for the elements that are left";
  static constexpr std::string_view source = "SimGrid 3.32, allreduce lr";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return ring_rounds(call, v) + (rest_of(call).bytes == 0 ? 0 : NonoverlappingAllReduce::rounds(rest_of(call), v));
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t before = ring_rounds(call, v);
    if (number < before) return RingAllReduce::round(ring_of(call), v, number, out);
    Round rest;
    rest.clear(call.kind);
    NonoverlappingAllReduce::round(rest_of(call), v, number - before, rest);
    out.set_kind(rest.kind());
    for (const Transfer& each : rest.transfers())
      out.part(each.peer, each.role, ring_of(call).bytes + each.data.at, each.data.bytes);
  }

 private:
  static Call ring_of(const Call& call) {
    return part_of(call, Kind::all_reduce, elements(call.bytes, call.element) / call.size * call.size * call.element);
  }
  static Call rest_of(const Call& call) { return part_of(call, Kind::all_reduce, call.bytes - ring_of(call).bytes); }
  static std::uint32_t ring_rounds(const Call& call, std::uint32_t v) {
    return ring_of(call).bytes == 0 ? 0 : RingAllReduce::rounds(ring_of(call), v);
  }
};

}  // namespace trgen::programs::collectives
