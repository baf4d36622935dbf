// SPDX-License-Identifier: Apache-2.0
// The logarithmic error of a model: |ln model - ln measured|, its mean or maximum over sizes, converted back from the
// logarithm as e^x - 1. Too long by half and too short by a third are the same error, 50 %.
//
// Source: P. Velho, A. Legrand, Accuracy study and improvement of network simulation in the SimGrid framework,
// SIMUTools 2009, as used by P. Clauss et al., IPDPS 2011.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "fsin/calibration/sample.hpp"

namespace fsin::calibration {

struct Errors {
  double mean = 0;  ///< fraction: 0.05 is 5 %
  double worst = 0;
  std::uint64_t worst_at = 0;       ///< bytes
  std::vector<double> logarithmic;  ///< |ln model - ln measured| by point
};

inline double log_error(double model, double measured) { return std::abs(std::log(model / measured)); }

/// Errors from the error of each point in `logarithmic`; NaN for a point that does not count.
inline Errors errors_of(std::span<const Point> points, std::vector<double> logarithmic) {
  Errors errors;
  double sum = 0;
  double worst = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (std::isnan(logarithmic[i])) continue;
    ++count;
    sum += logarithmic[i];
    if (logarithmic[i] <= worst && count > 1) continue;
    worst = logarithmic[i];
    errors.worst_at = points[i].bytes;
  }
  errors.mean = count == 0 ? 0 : std::expm1(sum / static_cast<double>(count));
  errors.worst = std::expm1(worst);
  errors.logarithmic = std::move(logarithmic);
  return errors;
}

/// Errors of a model, which is a function from a size in bytes to nanoseconds.
template <class Model>
Errors errors_of_model(std::span<const Point> points, const Model& model) {
  std::vector<double> logarithmic;
  for (const Point& point : points) logarithmic.push_back(log_error(model.ns(point.bytes), point.ns));
  return errors_of(points, std::move(logarithmic));
}

}  // namespace fsin::calibration
