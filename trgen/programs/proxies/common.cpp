// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/common.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace trgen::programs::proxies {

std::optional<Grid> grid_of(std::string_view kind, const std::vector<std::uint32_t>& wanted, std::uint32_t dimensions,
                            std::uint32_t ranks, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const Grid best = dimensions == 2 ? Grid::most_square(ranks) : Grid::most_cubic(ranks);
  if (wanted.empty()) return best;
  std::array<std::uint32_t, 3> sides{1, 1, 1};
  std::uint64_t product = 1;
  for (std::size_t d = 0; d < wanted.size(); ++d) {
    sides[d] = wanted[d];
    product = product > ranks ? product : product * wanted[d];
  }
  if (product != ranks) {
    diagnostics.error(mark_of("grid"),
                      fmt::format("{}: a grid of {} ranks is not {} ranks; set grid to {}x{}x{}, for instance", kind,
                                  fmt::join(wanted, " x "), ranks, best.side(0), best.side(1), best.side(2)));
    return std::nullopt;
  }
  return Grid(sides);
}

std::string proxy_name(std::string_view kind, const Grid& grid, const Common& common) {
  std::string name = fmt::format("{}, grid {} x {} x {}, {} iterations", kind, grid.side(0), grid.side(1), grid.side(2),
                                 common.iterations);
  if (common.compute.rate) name += fmt::format(", {} operations a second", *common.compute.rate);
  return name;
}

}  // namespace trgen::programs::proxies
