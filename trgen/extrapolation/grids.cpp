// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/grids.hpp"

#include <fmt/format.h>

#include <cmath>

namespace trgen::extrapolation {
namespace {

/// Lengths of a side that does not change with the number of ranks.
constexpr std::array<std::uint32_t, 8> fixed_sides{2, 3, 4, 6, 8, 12, 16, 32};

std::uint32_t divisor_up_to(double root, std::uint32_t of) {
  auto side = static_cast<std::uint32_t>(root + 1e-9);
  while (of % side != 0) --side;
  return side;
}

std::optional<Sides> square_falling(std::uint32_t ranks) {
  const std::uint32_t side = divisor_up_to(std::sqrt(ranks), ranks);
  return Sides{ranks / side, side, 1};
}

std::optional<Sides> square_rising(std::uint32_t ranks) {
  const std::uint32_t side = divisor_up_to(std::sqrt(ranks), ranks);
  return Sides{side, ranks / side, 1};
}

std::optional<Sides> cube_rising(std::uint32_t ranks) {
  const std::uint32_t x = divisor_up_to(std::cbrt(ranks), ranks);
  const std::uint32_t y = divisor_up_to(std::sqrt(ranks / x), ranks / x);
  return Sides{x, y, ranks / x / y};
}

std::optional<Sides> cube_falling(std::uint32_t ranks) {
  const Sides rising = *cube_rising(ranks);
  return Sides{rising[2], rising[1], rising[0]};
}

}  // namespace

std::vector<GridRule> grid_rules(const GridRule& wanted) {
  std::vector<GridRule> rules;
  if (wanted.sides) rules.push_back(wanted);
  rules.push_back({"line", 1, [](std::uint32_t ranks) { return std::optional(Sides{ranks, 1, 1}); }});
  rules.push_back({"most square grid, first side longer", 2, square_falling});
  rules.push_back({"most square grid, first side shorter", 2, square_rising});
  rules.push_back({"most cubic grid, sides ascending", 3, cube_rising});
  rules.push_back({"most cubic grid, sides descending", 3, cube_falling});
  for (const std::uint32_t side : fixed_sides) {
    rules.push_back({fmt::format("grid with a first side of {}", side), 2,
                     [side](std::uint32_t ranks) {
                       return ranks % side == 0 ? std::optional(Sides{side, ranks / side, 1}) : std::nullopt;
                     },
                     true});
    rules.push_back({fmt::format("grid with a last side of {}", side), 2,
                     [side](std::uint32_t ranks) {
                       return ranks % side == 0 ? std::optional(Sides{ranks / side, side, 1}) : std::nullopt;
                     },
                     true});
  }
  return rules;
}

std::string Scale::words() const {
  return size == 0 ? fmt::format("{} ranks", ranks) : fmt::format("{} ranks at size {}", ranks, size);
}

Run::Run(std::uint32_t ranks, const std::vector<GridRule>& rules, std::uint64_t size) : scale_{ranks, size} {
  for (const GridRule& rule : rules) sides_.push_back(rule.sides(ranks));
}

}  // namespace trgen::extrapolation
