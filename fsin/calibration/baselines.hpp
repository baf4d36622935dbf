// SPDX-License-Identifier: Apache-2.0
// Models that a fit is compared with: the affine ones of Clauss et al. (IPDPS 2011, section 7.1.1), and the factors by
// size that SimGrid has by default, over a latency and a bandwidth that are fitted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fsin/calibration/errors.hpp"

namespace fsin::calibration {

/// Of messages from a size on: their part of the bandwidth, and how many times the latency they have.
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

/// `factors` in ascending order, the first from 0; without any, that model is left out.
std::vector<Baseline> baselines_of(std::span<const Point> points, std::span<const SizeFactor> factors);

}  // namespace fsin::calibration
