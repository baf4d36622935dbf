// SPDX-License-Identifier: Apache-2.0
// Laws of boxes: a grid of points is divided among a grid of ranks, and a number is a multiple of the points in a face
// of a rank's box, or in all of it.
//
//   slope * product over some dimensions of (points of the rank along it + ghosts) + added
//
// Ghosts are 0, 1 or 2 points more, those of neighbours. On levels of a multigrid (levels.hpp) the points along a side
// are those of the level, which may be none; elsewhere they are the same for all inputs. Numbers are exact; times are
// rounded to the nearest. Points and ghosts are found by elimination over all samples.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/extrapolation/levels.hpp"

namespace trgen::extrapolation {

struct FaceLaw {
  Levels levels{};              ///< of the grid; its points too where there are none of their own
  std::uint64_t side = 0;       ///< points along each side; 0 for those of the level
  std::array<int, 3> ghosts{};  ///< by dimension; below 0 for those that do not count
  double slope = 0;
  std::int64_t added = 0;

  bool operator==(const FaceLaw&) const = default;
  std::optional<std::int64_t> at(const Place& place) const;
  /// The product.
  std::optional<std::uint64_t> size(const Place& place) const;
  /// True where the rank has points along all dimensions.
  bool has_points(const Place& place) const;
  std::string words() const;

 private:
  std::optional<std::uint64_t> points(const Place& place) const;
};

/// What is looked for.
struct FaceSearch {
  std::size_t rule = 0;  ///< of the grid
  unsigned dimensions = 2;
  std::size_t least_runs = 3;                       ///< that must be among the samples
  std::size_t most = 1;                             ///< laws
  bool times = false;                               ///< the samples are times
  std::optional<unsigned> coarsest = std::nullopt;  ///< of the levels; any if there is none
};

/// The laws that give all samples on a grid, those with fewer ghosts first.
std::vector<FaceLaw> face_laws(const std::vector<Sample>& samples, const FaceSearch& search);

}  // namespace trgen::extrapolation
