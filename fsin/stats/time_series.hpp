// SPDX-License-Identifier: Apache-2.0
// Packets that entered and packets that were delivered over time, in bins of equal length over the whole run.
//
// There are at most 512 bins. A bin begins as one cycle long; when the run outgrows them, neighbours are merged and
// every bin is twice as long. Memory is fixed, a packet costs a shift and a few additions, and the bins depend on the
// length of the run alone, not on the order of add(). They feed the detection of the warm-up (warmup.hpp), the interval
// from inside one run (batch_means.hpp) and the time series of the reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::stats {

class TimeSeries {
 public:
  static constexpr std::size_t most_bins = 512;

  struct Bin {
    std::uint64_t packets_entered = 0;  ///< into injection buffers
    std::uint64_t phits_entered = 0;
    std::uint64_t packets_delivered = 0;  ///< tail consumed
    std::uint64_t phits_delivered = 0;
    std::uint64_t latency_sum = 0;  ///< cycles from entry to delivery, over packets_delivered
    std::uint64_t latency_from_generation_sum = 0;

    void add(const Bin& other);
    bool operator==(const Bin&) const = default;
  };

  TimeSeries() : bins_(most_bins) {}

  void entered(Cycle cycle, std::uint64_t phits) {
    Bin& bin = at(cycle);
    ++bin.packets_entered;
    bin.phits_entered += phits;
  }
  void delivered(Cycle cycle, std::uint64_t phits, std::uint64_t latency, std::uint64_t from_generation) {
    Bin& bin = at(cycle);
    ++bin.packets_delivered;
    bin.phits_delivered += phits;
    bin.latency_sum += latency;
    bin.latency_from_generation_sum += from_generation;
  }

  void merge(TimeSeries other);
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.bins_, self.shift_);
  }

  /// Cycles in a bin, a power of two. Bin i covers the cycles i * length .. (i + 1) * length - 1; a run begins with
  /// cycle 1.
  Cycle length() const { return Cycle{1} << shift_; }
  /// The bins up to the one that contains cycle `last`.
  std::vector<Bin> up_to(Cycle last) const;

  bool operator==(const TimeSeries&) const = default;

 private:
  Bin& at(Cycle cycle) {
    while (cycle >> shift_ >= most_bins) double_length();
    return bins_[cycle >> shift_];
  }
  void double_length();

  std::vector<Bin> bins_;
  unsigned shift_ = 0;
};

}  // namespace fsin::stats
