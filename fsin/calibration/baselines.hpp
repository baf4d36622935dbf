// SPDX-License-Identifier: Apache-2.0
// Models that a fit is compared with: the affine ones of Clauss et al. (IPDPS 2011, section 7.1.1), and the factors by
// size that SimGrid has by default, applied to a fitted latency and bandwidth.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fsin/calibration/errors.hpp"

namespace fsin::calibration {

/// Factors of bandwidth and latency for messages from a size on.
struct SizeFactor {
  std::uint64_t from = 0;
  double bandwidth = 1;
  double latency = 1;
};

struct Baseline {
  std::string name;
  std::vector<double> ns;  ///< by point
  Errors errors;
};

/// Baselines for the points. `factors` ascend by size, the first from 0; without any, the model of factors is left out.
std::vector<Baseline> baselines_of(std::span<const Point> points, std::span<const SizeFactor> factors);

}  // namespace fsin::calibration
