// SPDX-License-Identifier: Apache-2.0
// A confidence interval from inside one run: the measured window is cut into batches of equal time, whose means are
// treated as independent.
//
// The mean latency is a ratio, cycles over packets, and batches hold different numbers of packets; so its interval is
// that of a ratio estimator, over the residuals (sum of latencies - mean * packets) of the batches.
//
// Where neighbouring batches are correlated by r > 0, the error is widened by sqrt((1 + r) / (1 - r)), which is right
// for a process whose correlation decays like r^k. The estimate of r from few batches is poor, and errs to the low
// side; so the window is cut into 32, 16 and 8 batches, and the widest interval of the three is kept. That is enough
// for windows of 20 relaxation times (settling.hpp); shorter ones should get no interval. Source: A. M. Law, Simulation
// Modeling and Analysis, 5th ed., section 9.5.3; W. G. Cochran, Sampling Techniques, section 2.11 (ratio estimator).
#pragma once

#include <cstddef>
#include <optional>

#include "fsin/stats/time_series.hpp"

namespace fsin::stats {

enum class Latency { from_entry, from_generation };

struct BatchMeans {
  double mean = 0;
  double standard_error = 0;  ///< of the mean, widened; an interval has Student's t with batches - 1 degrees of freedom
  std::size_t batches = 0;
  double lag1 = 0;  ///< correlation of neighbouring batches
};

/// Mean latency of the packets delivered in the cycles first .. last, to whole bins. Empty when there are fewer than 16
/// bins in them, or a batch without packets.
std::optional<BatchMeans> batch_latency(const TimeSeries& series, Cycle first, Cycle last,
                                        Latency which = Latency::from_entry);

/// Packets that enter in a cycle, the mean over first .. last, to whole bins. Empty when there are fewer than 16.
std::optional<BatchMeans> batch_entries(const TimeSeries& series, Cycle first, Cycle last);

}  // namespace fsin::stats
