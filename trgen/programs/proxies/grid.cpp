// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/grid.hpp"

namespace trgen::programs::proxies {

Grid Grid::most_square(std::uint32_t ranks) {
  std::uint32_t y = 1;
  for (std::uint32_t d = 1; std::uint64_t{d} * d <= ranks; ++d) {
    if (ranks % d == 0) y = d;
  }
  return Grid({ranks / y, y, 1});
}

Grid Grid::most_cubic(std::uint32_t ranks) {
  Grid best({ranks, 1, 1});
  double least = 3.0 * ranks * ranks;
  for (std::uint32_t z = 1; std::uint64_t{z} * z * z <= ranks; ++z) {
    if (ranks % z != 0) continue;
    const Grid plane = most_square(ranks / z);
    if (plane.side(1) < z) continue;
    const double x = plane.side(0);
    const double y = plane.side(1);
    const double surface = x * y + y * z + z * x;
    if (surface < least) {
      least = surface;
      best = Grid({plane.side(0), plane.side(1), z});
    }
  }
  return best;
}

std::optional<std::uint32_t> Grid::neighbour(std::uint32_t rank, const Offset& offset, bool periodic,
                                             std::uint32_t stride) const {
  std::int64_t result = 0;
  for (std::uint32_t d = 3; d-- > 0;) {
    const std::int64_t side = sides_[d];
    std::int64_t at = std::int64_t{place(rank, d)} + std::int64_t{offset[d]} * stride;
    if (periodic) at = ((at % side) + side) % side;
    if (at < 0 || at >= side) return std::nullopt;
    result = result * side + at;
  }
  return static_cast<std::uint32_t>(result);
}

}  // namespace trgen::programs::proxies
