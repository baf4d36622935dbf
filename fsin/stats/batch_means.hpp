// SPDX-License-Identifier: Apache-2.0
// An interval from inside one run: the measured window is cut into batches of equal time, and their means are taken for
// independent.
//
// The mean latency is a ratio, cycles over packets, and batches hold different numbers of packets; so its interval is
// that of a ratio estimator, over the residuals (sum of latencies - mean * packets) of the batches. There are 32
// batches, or 16, or 8: the first number at which neighbouring batches are correlated less than 0.2. With 8 the
// correlation is what it is, and is reported.
// Source: A. M. Law, Simulation Modeling and Analysis, 5th ed., section 9.5.3; W. G. Cochran, Sampling Techniques,
// section 2.11 (ratio estimator).
#pragma once

#include <cstddef>
#include <optional>

#include "fsin/stats/time_series.hpp"

namespace fsin::stats {

struct BatchMeans {
  double mean = 0;
  double standard_error = 0;  ///< of the mean; an interval has Student's t with batches - 1 degrees of freedom
  std::size_t batches = 0;
  double lag1 = 0;  ///< correlation of neighbouring batches
};

/// Mean latency of the packets delivered in the cycles first .. last, to whole bins. Empty when there are fewer than 16
/// bins in them, or a batch without packets.
std::optional<BatchMeans> batch_latency(const TimeSeries& series, Cycle first, Cycle last);

}  // namespace fsin::stats
