// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/sizes/sizes.hpp"

#include <algorithm>

namespace trgen::synth {
namespace {

/// Sum of ceil(x / unit) over x = 1 .. last.
double sum_of_ceilings(double last, double unit) {
  const double whole = static_cast<double>(static_cast<std::uint64_t>(last / unit));
  const double rest = last - whole * unit;
  return unit * whole * (whole + 1) / 2 + rest * (whole + 1);
}

/// Phits of all messages of 1 .. last bytes together.
double sum_of_phits(double last, const NetworkFacts& facts) {
  const auto payload = static_cast<double>(facts.packet_bytes());
  const double full = facts.packet_phits;
  if (!facts.variable_last_packet) return full * sum_of_ceilings(last, payload);
  const double whole = static_cast<double>(static_cast<std::uint64_t>(last / payload));
  const double rest = last - whole * payload;
  const double unit = facts.phit_bytes;
  return full * payload * whole * (whole - 1) / 2 + whole * sum_of_ceilings(payload, unit) + full * whole * rest +
         sum_of_ceilings(rest, unit);
}

/// Mean of a figure over the sizes of a step, the sum of the figure over 1 .. last being `sum`; a message of 0 bytes
/// counts as one of 1 byte.
template <class Sum>
double step_mean(const SizeStep& step, Sum sum) {
  const auto low = static_cast<double>(std::max<std::uint64_t>(step.low, 1));
  const auto high = static_cast<double>(std::max<std::uint64_t>(step.high, 1));
  const double count = static_cast<double>(step.high - step.low) + 1;
  const double zero = step.low == 0 && step.high > 0 ? sum(1.0) : 0.0;
  return (sum(high) - sum(low - 1) + zero) / count;
}

}  // namespace

Sizes::Sizes(const std::vector<SizeStep>& steps) {
  double all = 0;
  for (const SizeStep& step : steps) all += step.weight;
  double below = 0;
  for (const SizeStep& step : steps) {
    if (step.weight <= 0) continue;
    steps_.push_back({step.low, step.high, step.weight / all});
    below_.push_back(below / all);
    below += step.weight;
    largest_ = std::max(largest_, step.high);
  }
}

std::uint64_t Sizes::bytes(std::uint64_t draw) const {
  const double at = static_cast<double>(draw >> 11U) * 0x1.0p-53;
  const auto next = std::upper_bound(below_.begin(), below_.end(), at);
  const auto i = static_cast<std::size_t>(next - below_.begin()) - 1;
  const SizeStep& step = steps_[i];
  const double count = static_cast<double>(step.high - step.low) + 1;
  const auto further = static_cast<std::uint64_t>((at - below_[i]) / step.weight * count);
  return step.low + std::min(further, step.high - step.low);
}

double Sizes::mean_bytes() const {
  double mean = 0;
  for (const SizeStep& step : steps_) {
    mean += step.weight * (static_cast<double>(step.low) + static_cast<double>(step.high)) / 2;
  }
  return mean;
}

double Sizes::mean_phits(const NetworkFacts& facts) const {
  double mean = 0;
  for (const SizeStep& step : steps_) {
    mean += step.weight * step_mean(step, [&](double last) { return sum_of_phits(last, facts); });
  }
  return mean;
}

double Sizes::mean_packets(const NetworkFacts& facts) const {
  const auto payload = static_cast<double>(facts.packet_bytes());
  double mean = 0;
  for (const SizeStep& step : steps_) {
    mean += step.weight * step_mean(step, [&](double last) { return sum_of_ceilings(last, payload); });
  }
  return mean;
}

double Sizes::mean_square_phits(const NetworkFacts& facts) const {
  const auto phits = [&](std::uint64_t bytes) {
    const auto last = static_cast<double>(std::max<std::uint64_t>(bytes, 1));
    return sum_of_phits(last, facts) - sum_of_phits(last - 1, facts);
  };
  double mean = 0;
  for (const SizeStep& step : steps_) {
    const double low = phits(step.low), high = phits(step.high);
    mean += step.weight * (low * low + low * high + high * high) / 3;
  }
  return mean;
}

}  // namespace trgen::synth
