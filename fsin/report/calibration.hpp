// SPDX-License-Identifier: Apache-2.0
// A calibration for people and for other programs: text, the parameters as a named network, errors by size as CSV, a
// picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fsin/calibration/baselines.hpp"
#include "fsin/calibration/fit.hpp"

namespace fsin::report {

enum class FittedModel : std::uint8_t { piecewise, loggps };

struct Calibration {
  std::vector<calibration::Measurements> sources;
  std::vector<calibration::Point> points;
  FittedModel model = FittedModel::piecewise;
  calibration::PiecewiseFit piecewise;
  calibration::LoggpsFit loggps;
  double overhead_ns = 0;  ///< o of LogGPS, given
  std::vector<calibration::Baseline> baselines;

  double ns(std::uint64_t bytes) const {
    return model == FittedModel::piecewise ? piecewise.model.ns(bytes) : loggps.model.ns(bytes);
  }
  const calibration::Judged& judged() const {
    return model == FittedModel::piecewise ? piecewise.judged() : loggps.judged;
  }
};

/// "4 KiB", "24 B", "1.5 KiB": sizes as people like to read them.
std::string size_text(std::uint64_t bytes);
/// "2.4 %".
std::string percent_text(double fraction);
/// Where measurements come from, and how many there are.
std::string sources_text(const Calibration& calibration);

std::string calibration_text(const Calibration& calibration);
/// YAML with the keys of network at its top.
std::string calibrated_network(const Calibration& calibration);
/// A line a size: measured, model, errors.
std::string calibration_csv(const Calibration& calibration);
/// Times by size on logarithmic axes, and below them the errors.
std::string calibration_svg(const Calibration& calibration);
/// Picture, text and parameters as one page for any browser.
std::string calibration_page(const Calibration& calibration);

}  // namespace fsin::report
