// SPDX-License-Identifier: Apache-2.0
// Broadcast of long messages: the root scatters chunks over a binomial tree, then all gather them, by recursive
// doubling or round a ring. A chunk is the P-th part, rounded up, so that the last ranks may have a short or empty one;
// empty chunks are not scattered, but do go round.
//
// Sources: MPICH 4 bcast_intra_scatter_recursive_doubling_allgather and bcast_intra_scatter_ring_allgather (chunks of
// bytes); Open MPI 4.1 bcast_intra_scatter_allgather and ..._ring (chunks of elements, and at least one each).
#pragma once

#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/broadcast_tree.hpp"
#include "trgen/programs/collectives/doubling_holes.hpp"
#include "trgen/programs/collectives/listed.hpp"

namespace trgen::programs::collectives {

inline CeilSplit broadcast_chunks(const Call& call) {
  return {call.bytes, call.library == Library::openmpi ? call.element : 1, call.size};
}

/// Visits the rounds of the scatter.
template <class Visit>
void scatter_chunks(const Call& call, std::uint32_t r, const Visit& visit) {
  const CeilSplit chunks = broadcast_chunks(call);
  const std::uint32_t width = r == 0 ? std::bit_ceil(call.size) : r & (~r + 1);  // chunks that pass through this rank
  const auto chunk = [&](std::uint32_t peer, Role role, std::uint32_t first, std::uint32_t count) {
    const std::uint64_t bytes = chunks.bytes(first, std::uint64_t{first} + count);
    if (bytes > 0) visit([&](Round& out) { out.part(real(call, peer), role, chunks.begin(first), bytes); });
  };
  if (r != 0) chunk(r - width, Role::receive, r, width);
  for (std::uint32_t half = width / 2; half > 0; half /= 2) {
    if (r + half < call.size) chunk(r + half, Role::send, r + half, half);
  }
}

struct ScatterDoublingBroadcast : Broadcasts, FitsAll, Listed<ScatterDoublingBroadcast> {
  static constexpr std::string_view name = "scatter-doubling";
  static constexpr std::string_view doc = "binomial scatter of chunks, then allgather by recursive doubling";
  static constexpr std::string_view source =
      "R. Thakur, R. Rabenseifner, W. Gropp, Optimization of collective communication operations in MPICH, IJHPCA 19, "
      "2005; MPICH 4, bcast_intra_scatter_recursive_doubling_allgather";

  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    const std::uint32_t r = relative(call, v);
    const CeilSplit chunks = broadcast_chunks(call);
    scatter_chunks(call, r, visit);
    const auto group = [&](Round& out, std::uint32_t peer, Role role, std::uint32_t first, std::uint32_t width) {
      out.part(real(call, peer), role, chunks.begin(first), chunks.bytes(first, std::uint64_t{first} + width));
    };
    doubling_steps(call.size, r, [&](const DoublingStep& step) {
      visit([&](Round& out) {
        if (step.kind != DoublingStep::Kind::pass_on) group(out, step.peer, Role::receive, step.other, step.width);
        if (step.kind == DoublingStep::Kind::exchange) group(out, step.peer, Role::send, step.mine, step.width);
        if (step.kind == DoublingStep::Kind::pass_on) group(out, step.peer, Role::send, step.other, step.width);
      });
    });
  }
};

struct ScatterRingBroadcast : Broadcasts, FitsAll {
  static constexpr std::string_view name = "scatter-ring";
  static constexpr std::string_view doc = "binomial scatter of chunks, then allgather round a ring";
  static constexpr std::string_view source =
      "R. Thakur, R. Rabenseifner, W. Gropp, Optimization of collective communication operations in MPICH, IJHPCA 19, "
      "2005; MPICH 4, bcast_intra_scatter_ring_allgather";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return Scatter::rounds(call, v) + call.size - 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t before = Scatter::rounds(call, v);
    if (number < before) return Scatter::round(call, v, number, out);
    const CeilSplit chunks = broadcast_chunks(call);
    const std::uint32_t step = number - before;
    const std::uint32_t mine = minus(relative(call, v), step, call.size);
    const std::uint32_t next = minus(mine, 1, call.size);
    out.part(minus(v, 1, call.size), Role::receive, chunks.begin(next), chunks.bytes(next, next + 1));
    out.part(plus(v, 1, call.size), Role::send, chunks.begin(mine), chunks.bytes(mine, mine + 1));
  }

 private:
  struct Scatter : Listed<Scatter> {
    template <class Visit>
    static void list(const Call& call, std::uint32_t v, const Visit& visit) {
      scatter_chunks(call, relative(call, v), visit);
    }
  };
};

}  // namespace trgen::programs::collectives
