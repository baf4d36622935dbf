// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"

namespace fsin::calibration {
namespace {

constexpr double far_apart = 2;  ///< the largest of the middle half of the times by the least of it

double median(std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

std::string time_text(double ns) { return seconds_text(ns * 1e-9); }

void warn_of_drops(const Mark& mark, std::span<const Point> points, Diagnostics& diagnostics) {
  const Point* slowest = &points.front();
  for (const Point& point : points) {
    if (point.ns < slowest->ns / 2) {
      diagnostics.warning(mark, fmt::format("{} bytes take {}, less than half the {} of {} bytes; was the machine "
                                            "busy with something else meanwhile?",
                                            point.bytes, time_text(point.ns), time_text(slowest->ns), slowest->bytes));
      return;
    }
    if (point.ns > slowest->ns) slowest = &point;
  }
}

}  // namespace

std::vector<Point> points_of(std::span<const Measurements> all, Diagnostics& diagnostics) {
  std::map<std::uint64_t, std::vector<double>> times;
  for (const Measurements& each : all) {
    for (const Sample& sample : each.samples) times[sample.bytes].push_back(sample.ns);
  }
  const Mark mark(all.empty() ? std::string() : all.front().source);
  if (times.size() < least_sizes) {
    diagnostics.input_error(mark, fmt::format("has {}; a fit needs at least {}, from 1 byte to a few MiB",
                                              counted(times.size(), "size"), least_sizes));
    return {};
  }
  if (times.size() > most_sizes) {
    diagnostics.input_error(
        mark, fmt::format("has {} sizes; at most {} are fitted, so leave some out", times.size(), most_sizes));
    return {};
  }
  std::vector<Point> points;
  std::size_t scattered = 0;
  for (auto& [bytes, values] : times) {
    std::sort(values.begin(), values.end());
    const std::size_t quarter = values.size() / 4;
    if (values[values.size() - 1 - quarter] > far_apart * values[quarter]) ++scattered;
    points.push_back({bytes, median(values), values.front(), values.back(), values.size()});
  }
  if (scattered > 0) {
    diagnostics.warning(mark, fmt::format("the middle half of the times of {} differs by a factor of more than {}; "
                                          "measure again on a quiet machine, with ranks bound to cores",
                                          counted(scattered, "size"), far_apart));
  }
  warn_of_drops(mark, points, diagnostics);
  return points;
}

}  // namespace fsin::calibration
