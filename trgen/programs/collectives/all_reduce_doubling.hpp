// SPDX-License-Identifier: Apache-2.0
// Allreduce of short vectors: recursive doubling with whole vectors; and linear allgather with a local reduction.
//
// Source: MPICH 4 allreduce_intra_recursive_doubling; Open MPI 4.1 sends the same messages.
#pragma once

#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/rabenseifner.hpp"

namespace trgen::programs::collectives {

struct DoublingAllReduce : AllReduces, FitsAll, Listed<DoublingAllReduce> {
  static constexpr std::string_view name = "recursive-doubling";
  static constexpr std::string_view doc = "ranks exchange and reduce whole vectors at distance 1, 2, 4, ...";
  static constexpr std::string_view source = "MPICH 4, allreduce_intra_recursive_doubling; Open MPI 4.1 likewise";

  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    const Fold fold(call.size, true);
    fold_whole(call, fold, v, visit);
    for (std::uint32_t step = 0; fold.stays(v) && step < fold.steps; ++step) {
      const std::uint32_t peer = fold.rank(fold.number(v) ^ (1U << step));
      visit([&](Round& out) {
        out.part(peer, Role::reduce, 0, call.bytes);
        out.part(peer, Role::send, 0, call.bytes);
      });
    }
    unfold(call, fold, v, visit);
  }
};

}  // namespace trgen::programs::collectives
