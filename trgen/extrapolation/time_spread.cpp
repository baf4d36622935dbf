// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/time_spread.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trgen::extrapolation {
namespace {

double mean_of_classes(const ClassTimes& times) {
  double sum = 0;
  for (std::size_t i = 0; i < times.size(); ++i) sum += spread_shares[i] * times[i];
  return sum;
}

}  // namespace

ClassTimes class_times(std::vector<TimeSamples::Sample> samples) {
  std::sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
  double all = 0;
  for (const TimeSamples::Sample& each : samples) all += each.weight;
  ClassTimes made{};
  std::size_t at = 0;
  double left = samples.front().weight / all;  // of the sample at hand, as a share of all
  for (std::size_t i = 0; i < made.size(); ++i) {
    double sum = 0;
    for (double wanted = spread_shares[i]; wanted > 0;) {
      const bool last = at + 1 == samples.size();
      const double part = last ? wanted : std::min(wanted, left);
      sum += part * static_cast<double>(samples[at].time);
      wanted -= part;
      left -= part;
      if (!last && left <= 0) left = samples[++at].weight / all;
    }
    made[i] = sum / spread_shares[i];
  }
  return made;
}

TimeSpread time_spread(TimeModel mean, const std::map<Scale, std::vector<TimeSamples::Sample>>& samples) {
  TimeSpread made{.mean = std::move(mean), .distance = {}, .shape = {}};
  std::vector<TimePoint> distances;
  double weights = 0;
  for (const auto& [scale, own] : samples) {
    const ClassTimes times = class_times(own);
    const double middle = mean_of_classes(times);
    double distance = 0, weight = 0;
    for (std::size_t i = 0; i < times.size(); ++i) distance += spread_shares[i] * std::abs(times[i] - middle);
    distances.push_back(
        {static_cast<double>(scale.ranks), distance, scale.size == 0 ? 1 : static_cast<double>(scale.size)});
    for (const TimeSamples::Sample& each : own) weight += each.weight;
    weights += distance > 0 ? weight : 0;
    for (std::size_t i = 0; i < times.size() && distance > 0; ++i)
      made.shape[i] += weight * (times[i] - middle) / distance;
  }
  for (double& each : made.shape) each = weights > 0 ? each / weights : 0;
  made.distance = time_model(distances);
  return made;
}

ClassTimes TimeSpread::at(const Scale& scale) const {
  const double middle = mean.at(scale), away = distance.at(scale);
  ClassTimes made{};
  made.fill(middle);
  if (away < least_spread * middle) return made;
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = std::max(0.0, middle + away * shape[i]);
  const double now = mean_of_classes(made);
  for (double& each : made) each *= now > 0 ? middle / now : 0;
  return made;
}

}  // namespace trgen::extrapolation
