// SPDX-License-Identifier: Apache-2.0
// The keys that all proxy applications have, and checks of the grid of their ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/programs/compute_model.hpp"
#include "trgen/programs/kind.hpp"
#include "trgen/programs/proxies/grid.hpp"

namespace trgen::programs::proxies {

inline constexpr std::uint64_t most_iterations = std::uint64_t{1} << 40;
inline constexpr std::uint64_t most_points = 1'000'000;  ///< points of a rank in a dimension

struct Common {
  std::optional<std::uint32_t> ranks;
  std::uint64_t iterations = 10;
  ComputeModel compute;

  template <class F>
  void common_fields(F& f) {
    f("ranks", ranks, "number of ranks (default: one on every node of the network)").range(1, 4'000'000'000U);
    f("iterations", iterations, "number of iterations").range(1, most_iterations);
    f.group("compute", compute, "model of the computation between messages");
  }

  double rate() const { return compute.rate.value_or(0); }
};

/// A key of `size` numbers of points, which may be one number for all dimensions.
struct Points {
  std::vector<std::uint64_t> list;

  Triple triple() const {
    Triple points{1, 1, 1};
    for (std::uint32_t d = 0; d < 3; ++d) {
      if (list.size() == 1 || d < list.size()) points[d] = list[list.size() == 1 ? 0 : d];
    }
    return points;
  }
};

/// The grid given by a configuration, or the most cubic (dimensions = 2: square) one; none after an error.
std::optional<Grid> grid_of(std::string_view kind, const std::vector<std::uint32_t>& wanted, std::uint32_t dimensions,
                            std::uint32_t ranks, fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// Name such as "hpcg, grid 4 x 4 x 4, 10 iterations", with the rate where there is one.
std::string proxy_name(std::string_view kind, const Grid& grid, const Common& common);

}  // namespace trgen::programs::proxies
