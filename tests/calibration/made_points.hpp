// SPDX-License-Identifier: Apache-2.0
// Points made from a model that is known, with errors that are known too.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "fsin/calibration/sample.hpp"

namespace fsin::calibration::testing {

inline Point point(std::uint64_t bytes, double ns) { return {bytes, ns, ns, ns, 1}; }

/// Powers of two and 3/2 of them, up to `most`.
inline std::vector<std::uint64_t> usual_sizes(std::uint64_t most) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t power = 1; power <= most; power *= 2) {
    sizes.push_back(power);
    if (power > 1 && power + power / 2 <= most) sizes.push_back(power + power / 2);
  }
  return sizes;
}

/// Times of a model, each longer or shorter by up to `noise` of it.
template <class Model>
std::vector<Point> points_from(const Model& model, const std::vector<std::uint64_t>& sizes, double noise = 0,
                               unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<Point> points;
  for (const std::uint64_t bytes : sizes) {
    const double draw = static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
    points.push_back(point(bytes, model.ns(bytes) * (1 + noise * (2 * draw - 1))));
  }
  return points;
}

}  // namespace fsin::calibration::testing
