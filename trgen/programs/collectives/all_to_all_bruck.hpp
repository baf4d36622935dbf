// SPDX-License-Identifier: Apache-2.0
// Alltoall in log2 P steps: blocks travel by the bits of their distance, several in one message.
//
// A rank keeps the block for rank + j in place j. Step k sends the blocks in the places whose bit k is set to
// rank + 2^k, and receives those of rank - 2^k in the same places.
// Sources: J. Bruck et al., IEEE TPDS 8, 1997; MPICH 4 alltoall_intra_brucks; Open MPI 4.1 alltoall_intra_bruck.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/ranks.hpp"

namespace trgen::programs::collectives {

struct BruckAllToAll : FitsAll {
  static constexpr std::array kinds{Kind::all_to_all};
  static constexpr std::string_view name = "bruck";
  static constexpr std::string_view doc =
      "log2 P steps: step k sends the blocks for distances with bit k set to rank + 2^k, in one message";
  static constexpr std::string_view source =
      "MPICH 4, alltoall_intra_brucks; Open MPI 4.1, alltoall_intra_bruck, sends the same messages";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return log2_ceil(call.size); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t distance = 1U << number;
    const std::uint32_t count = places(call.size, distance);
    const Data data{
        .bytes = count * call.bytes, .first = distance, .count = count, .run = distance, .period = 2 * distance};
    out.add(minus(v, distance, call.size), Role::receive, data);
    out.add(plus(v, distance, call.size), Role::send, data);
  }

  /// Number of values in 0 .. size - 1 that have the bit `distance` set.
  static std::uint32_t places(std::uint32_t size, std::uint32_t distance) {
    const std::uint32_t rest = size % (2 * distance);
    return size / (2 * distance) * distance + (rest > distance ? rest - distance : 0);
  }
};

}  // namespace trgen::programs::collectives
