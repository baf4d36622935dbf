// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"

namespace fsin::calibration {
namespace {

constexpr double far_apart = 2;  ///< largest time of the middle half over its smallest

double median(std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

std::string time_text(double ns) { return seconds_text(ns * 1e-9); }

/// Times of each size, sorted.
using Times = std::map<std::uint64_t, std::vector<double>>;

Times times_of(std::span<const Measurements> all) {
  Times times;
  for (const Measurements& each : all) {
    for (const Sample& sample : each.samples) times[sample.bytes].push_back(sample.ns);
  }
  for (auto& [bytes, values] : times) std::sort(values.begin(), values.end());
  return times;
}

/// True when the middle half of the sorted times spans more than it should.
bool is_scattered(const std::vector<double>& sorted) {
  const std::size_t quarter = sorted.size() / 4;
  return sorted[sorted.size() - 1 - quarter] > far_apart * sorted[quarter];
}

void warn_of_scatter(std::span<const Measurements> all, const Times& together, Diagnostics& diagnostics) {
  std::size_t scattered = 0;
  for (const auto& [bytes, values] : together) scattered += is_scattered(values) ? 1U : 0U;
  for (const Measurements& each : all) {
    std::size_t own = 0;
    for (const auto& [bytes, values] : times_of(std::span(&each, 1))) own += is_scattered(values) ? 1U : 0U;
    scattered -= std::min(own, scattered);
    if (own == 0) continue;
    diagnostics.warning(Mark(each.source),
                        fmt::format("the middle half of the times of {} differs by a factor of more than {}; measure "
                                    "again on a quiet machine, with ranks bound to cores",
                                    counted(own, "size"), far_apart));
  }
  if (all.size() < 2 || scattered == 0) return;
  diagnostics.warning(Mark(all.front().source),
                      fmt::format("{} take more than {} times as long in one of the {} sets of measurements as in "
                                  "another; a model that knows sizes alone fits none of them: calibrate each by itself",
                                  counted(scattered, "size"), far_apart, all.size()));
}

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
  Times times = times_of(all);
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
  for (auto& [bytes, values] : times) {
    points.push_back({bytes, median(values), values.front(), values.back(), values.size()});
  }
  warn_of_scatter(all, times, diagnostics);
  warn_of_drops(mark, points, diagnostics);
  return points;
}

}  // namespace fsin::calibration
