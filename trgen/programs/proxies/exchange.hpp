// SPDX-License-Identifier: Apache-2.0
// The exchange of halos of HPCG and miniFE: receives from all neighbours, sends to all, then a wait for each receive.
//
// HPCG has its neighbours in the order of their ranks, miniFE in the order in which its rows of the matrix need them.
// Source: HPCG 3.1, src/ExchangeHalo.cpp; miniFE 2.2, exchange_externals.hpp and make_local_matrix.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "trgen/programs/mpi_calls.hpp"
#include "trgen/programs/proxies/grid.hpp"

namespace trgen::programs::proxies {

inline constexpr std::uint32_t most_neighbours = 26;
inline constexpr std::int32_t exchange_tag = 99;

enum class Neighbours : std::uint8_t { by_rank, by_row };

/// The neighbours of a rank on a grid that is not periodic.
class NeighbourList {
 public:
  NeighbourList(const Grid& grid, std::uint32_t rank, const Triple& points, Neighbours order,
                std::uint32_t stride = 1) {
    for_each_neighbour([&](const Offset& offset) {
      if (const auto peer = grid.neighbour(rank, offset, false, stride)) {
        list_[static_cast<std::size_t>(count_++)] = {*peer, boundary(points, offset),
                                                     order == Neighbours::by_row ? row(points, offset) : 0};
      }
    });
    std::stable_sort(list_.begin(), list_.begin() + count_,
                     [](const Neighbour& a, const Neighbour& b) { return a.row < b.row; });
  }

  struct Neighbour {
    std::uint32_t rank = 0;
    std::uint64_t points = 0;  ///< points on the boundary with it
    std::uint64_t row = 0;
  };

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.begin() + count_; }

 private:
  /// The first row that needs a point of a neighbour.
  static std::uint64_t row(const Triple& points, const Offset& offset) {
    std::uint64_t index = 0;
    for (std::uint32_t d = 3; d-- > 0;) index = index * points[d] + (offset[d] > 0 ? points[d] - 1 : 0);
    return index;
  }

  std::array<Neighbour, most_neighbours> list_{};
  std::ptrdiff_t count_ = 0;
};

/// Exchanges `word` bytes of each point on the boundary with each neighbour.
inline void exchange_halo(const NeighbourList& neighbours, std::uint64_t word, MpiCalls& calls) {
  std::uint32_t requests = 0;
  for (const auto& each : neighbours) calls.receive_start(requests++, each.rank, word * each.points, exchange_tag);
  for (const auto& each : neighbours) calls.send(each.rank, word * each.points, exchange_tag);
  for (std::uint32_t i = 0; i < requests; ++i) calls.wait(i);
}

}  // namespace trgen::programs::proxies
