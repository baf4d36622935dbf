// SPDX-License-Identifier: Apache-2.0
// The exchange of halos of HPCG and miniFE: receives from all neighbours, sends to all, then a wait for each receive.
// Source: HPCG 3.1, src/ExchangeHalo.cpp; miniFE 2.2, exchange_externals.hpp. Neighbours are in the order of ranks.
#pragma once

#include <cstdint>

#include "trgen/programs/mpi_calls.hpp"
#include "trgen/programs/proxies/grid.hpp"

namespace trgen::programs::proxies {

inline constexpr std::uint32_t most_neighbours = 26;
inline constexpr std::int32_t exchange_tag = 99;

/// `word` bytes of each point on the boundary of a box of `points`, with the ranks `stride` apart.
inline void exchange_halo(const Grid& grid, std::uint32_t rank, const Triple& points, std::uint64_t word,
                          MpiCalls& calls, std::uint32_t stride = 1) {
  std::uint32_t requests = 0;
  for_each_neighbour([&](const Offset& offset) {
    if (const auto peer = grid.neighbour(rank, offset, false, stride)) {
      calls.receive_start(requests++, *peer, word * boundary(points, offset), exchange_tag);
    }
  });
  for_each_neighbour([&](const Offset& offset) {
    if (const auto peer = grid.neighbour(rank, offset, false, stride)) {
      calls.send(*peer, word * boundary(points, offset), exchange_tag);
    }
  });
  for (std::uint32_t i = 0; i < requests; ++i) calls.wait(i);
}

}  // namespace trgen::programs::proxies
