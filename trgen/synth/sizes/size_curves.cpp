// SPDX-License-Identifier: Apache-2.0
// Sizes that follow a curve: log-normal, and as published.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "trgen/synth/sizes/log_normal.hpp"
#include "trgen/synth/sizes/published.hpp"

namespace trgen::synth {
namespace {

double normal_below(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

}  // namespace

std::string LogNormalSizes::check(const NetworkFacts&) const {
  if (most >= median) return {};
  return fmt::format("the largest size, {} B, lies below the median, {} B; raise most", most.value, median.value);
}

Sizes LogNormalSizes::make(const NetworkFacts&) const {
  constexpr int per_deviation = 128;
  constexpr int deviations = 6;
  const auto centre = static_cast<double>(median.value);
  const auto size_at = [&](int step) {
    const double size = centre * std::exp(sigma * step / per_deviation);
    return static_cast<std::uint64_t>(std::min(size, static_cast<double>(most.value)));
  };
  std::vector<SizeStep> steps;
  for (int i = -deviations * per_deviation; i < deviations * per_deviation; ++i) {
    const double weight =
        normal_below(static_cast<double>(i + 1) / per_deviation) - normal_below(static_cast<double>(i) / per_deviation);
    const std::uint64_t low = std::max<std::uint64_t>(size_at(i), 1);
    steps.push_back({low, std::max(low, size_at(i + 1)), weight});
  }
  return Sizes(steps);
}

Sizes WebSearchSizes::make(const NetworkFacts&) const {
  return Sizes(steps_of_curve({{8'800, 0.15},
                               {19'000, 0.2},
                               {28'000, 0.3},
                               {48'000, 0.4},
                               {77'000, 0.53},
                               {190'000, 0.6},
                               {970'000, 0.7},
                               {1'900'000, 0.8},
                               {4'900'000, 0.9},
                               {9'700'000, 0.97},
                               {29'000'000, 1}}));
}

Sizes DataMiningSizes::make(const NetworkFacts&) const {
  return Sizes(steps_of_curve({{1'500, 0.5},
                               {2'900, 0.6},
                               {4'400, 0.7},
                               {10'000, 0.8},
                               {390'000, 0.9},
                               {3'100'000, 0.95},
                               {97'000'000, 0.99},
                               {970'000'000, 1}}));
}

}  // namespace trgen::synth
