// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/time_series.hpp"

#include <algorithm>

namespace fsin::stats {

void TimeSeries::Bin::add(const Bin& other) {
  packets_entered += other.packets_entered;
  phits_entered += other.phits_entered;
  packets_delivered += other.packets_delivered;
  phits_delivered += other.phits_delivered;
  latency_sum += other.latency_sum;
  latency_from_generation_sum += other.latency_from_generation_sum;
}

void TimeSeries::double_length() {
  ++shift_;
  for (std::size_t i = 0; i < most_bins / 2; ++i) {
    Bin pair = bins_[2 * i];
    pair.add(bins_[2 * i + 1]);
    bins_[i] = pair;
  }
  std::fill(bins_.begin() + most_bins / 2, bins_.end(), Bin{});
}

void TimeSeries::merge(TimeSeries other) {
  while (shift_ < other.shift_) double_length();
  while (other.shift_ < shift_) other.double_length();
  for (std::size_t i = 0; i < most_bins; ++i) bins_[i].add(other.bins_[i]);
}

std::vector<TimeSeries::Bin> TimeSeries::up_to(Cycle last) const {
  const std::size_t count = std::min<std::size_t>(most_bins, static_cast<std::size_t>(last >> shift_) + 1);
  return {bins_.begin(), bins_.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace fsin::stats
