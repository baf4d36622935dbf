// SPDX-License-Identifier: Apache-2.0
// The parameters of network.model piecewise (fsin/engine/message/piecewise.hpp) from the times of ping-pongs. For each
// number of segments the division of the sizes into segments with the least sum of logarithmic errors is found by
// dynamic programming, each segment with a line of its own (two_terms.hpp); lines need not meet, as the model allows.
//
// A segment has at least three sizes. It begins where its line meets that of the segment before it, if that is between
// the two sizes next to each other, else at their geometric mean. With more than 100 sizes, segments begin at 100 of
// them only.
//
// Sources: R. Bellman, On the approximation of curves by line segments using dynamic programming, CACM 4(6), 1961; P.
// Clauss et al., Single node on-line simulation of MPI applications with SMPI, IPDPS 2011, whose model this is.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fsin/calibration/sample.hpp"

namespace fsin::calibration {

inline constexpr std::size_t least_points = 3;  ///< points of a segment
inline constexpr std::size_t most_segments = 20;

struct Segment {
  std::uint64_t from = 0;
  double latency_ns = 0;
  double byte_ns = 0;
  std::size_t points = 0;
};

struct Piecewise {
  std::vector<Segment> segments;  ///< ascending, the first from 0

  double ns(std::uint64_t bytes) const;
};

/// The best of 1, 2, ... segments, as many as there are points for and at most `most`. Points in ascending order.
std::vector<Piecewise> fit_piecewise(std::span<const Point> points, std::size_t most);

/// The least sum of logarithmic errors of one line over these points.
double line_error(std::span<const Point> points);

/// Indices at which segments begin in the best division into `count` segments; the basis of fit_piecewise.
std::vector<std::size_t> best_division(std::span<const Point> points, std::size_t count);

}  // namespace fsin::calibration
