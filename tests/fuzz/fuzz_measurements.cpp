// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes to each of the readers of measurements, and on to a fit. Nothing may crash or run away; every
// message is one line; what is read without an error has sizes and times, and fits have no negative parameters.
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fsin/calibration/fit.hpp"
#include "fsin/calibration/formats.hpp"
#include "fsin/calibration/points.hpp"
#include "fsin/core/text.hpp"

namespace {

using namespace fsin;

void require(bool condition, std::string_view what) {
  if (condition) return;
  fmt::print("fuzz_measurements: {}\n", what);
  std::abort();
}

void check_fit(const calibration::Measurements& measurements, Diagnostics& diagnostics) {
  constexpr std::size_t most_points = 40;
  const auto points = calibration::points_of({&measurements, 1}, diagnostics);
  if (points.empty() || points.size() > most_points) return;
  const auto fit = calibration::piecewise_fit(points, {}, 3);
  for (const auto& each : fit.model.segments) {
    require(each.latency_ns >= 0 && each.byte_ns >= 0, "a parameter is negative");
  }
  require(fit.model.segments.front().from == 0, "small messages have no segment");
  require(std::isfinite(fit.judged().fitted.mean), "the error is no number");
  require(calibration::loggps_fit(points).model.base_ns >= 0, "a time is negative");
}

void try_format(const std::string& text, const calibration::ReadOptions& options) {
  Diagnostics diagnostics;
  const auto measurements = calibration::read_text(text, Mark("fuzz"), options, diagnostics);
  require(measurements.has_value() == diagnostics.ok(), "an error, and measurements too");
  if (measurements) {
    for (const auto& each : measurements->samples) require(each.ns > 0, "a time is not above zero");
    check_fit(*measurements, diagnostics);
  }
  for (const Diagnostic& entry : diagnostics.entries()) {
    require(!find_non_text(entry.text()) && entry.text().find('\n') == std::string::npos, "a message is not a line");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try_format(text, {});
  for (const calibration::FormatName& each : calibration::formats()) {
    try_format(text, {.format = std::string(each.name), .time_ns = 1000.0, .round_trip = size % 2 == 0});
  }
  return 0;
}
