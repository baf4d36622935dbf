// SPDX-License-Identifier: Apache-2.0
// Points of two sweeps that stand for each other.
#pragma once

#include <utility>
#include <vector>

#include "fsin/sweep/config_difference.hpp"

namespace fsin::sweep {

struct PointMatch {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< in order of the first plan
  std::vector<std::size_t> only_a;
  std::vector<std::size_t> only_b;
};

/// First by the same labels on the same axes (in any order of the axes), then by equal configurations, then by name.
PointMatch match_points(const Plan& a, const Plan& b, const std::vector<FlatConfig>& configs_a,
                        const std::vector<FlatConfig>& configs_b);

}  // namespace fsin::sweep
