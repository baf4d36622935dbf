// SPDX-License-Identifier: Apache-2.0
// Measured times, as many as are needed to know how they spread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trgen::extrapolation {

/// Times in the order in which they come, of which some stand for others where they are many: every second one is then
/// left out, and the one before it counts for both. The first one always stays.
class TimeSamples {
 public:
  struct Sample {
    std::int64_t time = 0;  ///< ns
    double weight = 1;      ///< times that it stands for
  };

  void add(std::int64_t time, double weight = 1) {
    if (!all_.empty() && all_.back().time == time) {
      all_.back().weight += weight;
      return;
    }
    if (all_.size() == most) thin_out();
    all_.push_back({time, weight});
  }
  void append(const TimeSamples& other) {
    for (const Sample& each : other.all_) add(each.time, each.weight);
  }
  const std::vector<Sample>& all() const { return all_; }

 private:
  static constexpr std::size_t most = 256;

  void thin_out() {
    for (std::size_t i = 0; i < most / 2; ++i)
      all_[i] = {all_[2 * i].time, all_[2 * i].weight + all_[2 * i + 1].weight};
    all_.resize(most / 2);
  }

  std::vector<Sample> all_;
};

}  // namespace trgen::extrapolation
