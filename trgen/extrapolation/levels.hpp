// SPDX-License-Identifier: Apache-2.0
// Levels of a multigrid: the same work on grids of half as many points along each side.
//
// A level of 2^k points along each side is divided among the ranks as evenly as they can be, the last ranks having
// more. Where it has fewer points than there are ranks along a side, one rank of several has a point and the others are
// idle; neighbours along that side are then as far apart as those that have points. On the way back to finer levels,
// ranks that had a point below give to those that had none ("expansion"). A rung of the ladder (level_ladder.hpp) is a
// level; rung 0 is the coarsest one. Source: NAS Parallel Benchmarks 3.4, MG: setup(), comm3() and comm3_ex().
#pragma once

#include <cstdint>
#include <optional>

#include "trgen/extrapolation/grids.hpp"

namespace trgen::extrapolation {

/// How many points along a side the coarsest level may have, as a logarithm.
inline constexpr unsigned most_coarsest = 3;

/// Where the levels of a program are: the grid of its ranks, and the points of rung 0.
struct Levels {
  std::size_t rule = 0;   ///< of the grid
  unsigned coarsest = 1;  ///< log2 of the points along each side on rung 0

  bool operator==(const Levels&) const = default;

  /// Points along each side on the rung of a place; none outside of levels, or where a run has no such grid.
  std::optional<std::uint64_t> points(const Place& place) const {
    if (!place.of_levels || coarsest + place.rung > 40 || !place.run->sides(rule)) return std::nullopt;
    return std::uint64_t{1} << (coarsest + place.rung);
  }
};

/// The points of a place on a side that has so many.
inline std::uint64_t points_at(std::uint32_t place, std::uint32_t side, std::uint64_t points) {
  return (place + std::uint64_t{1}) * points / side - place * points / side;
}

/// True where a rank has points along all sides, of so many along each.
inline bool has_points(const Run& run, std::size_t rule, std::uint32_t rank, std::uint64_t points) {
  const Sides& sides = *run.sides(rule);
  const Sides at = run.place(rule, rank);
  for (unsigned d = 0; d < 3; ++d) {
    if (points_at(at[d], sides[d], points) == 0) return false;
  }
  return true;
}

/// How far apart neighbours along a side are; none where points are not spread evenly over ranks.
inline std::optional<std::uint32_t> distance_between(std::uint32_t side, std::uint64_t points) {
  if (points >= side) return 1;
  return side % points == 0 ? std::optional(static_cast<std::uint32_t>(side / points)) : std::nullopt;
}

/// What a rank does on a level, along one dimension or all.
enum class LevelRole : std::uint8_t {
  owner,  ///< has points, in all dimensions
  taker,  ///< has points along the dimension, and had none on the level below
  giver   ///< has points along the dimension on the level below, where its neighbours had none
};

/// True where the rank of the place has this role; none outside of levels, or where a run has no such grid.
inline std::optional<bool> has_role(LevelRole role, unsigned dimension, const Levels& levels, const Place& place) {
  const auto points = levels.points(place);
  if (!points) return std::nullopt;
  if (role == LevelRole::owner) return has_points(*place.run, levels.rule, place.rank, *points);
  if (place.rung == 0) return false;  // there is no level below
  const std::uint32_t side = (*place.run->sides(levels.rule))[dimension];
  const std::uint32_t at = place.run->place(levels.rule, place.rank)[dimension];
  const std::uint64_t below = *points / 2;
  const bool had = below > 0 && points_at(at, side, below) > 0;
  if (role == LevelRole::giver) return had && below < side;
  return !had && points_at(at, side, *points) > 0;
}

}  // namespace trgen::extrapolation
