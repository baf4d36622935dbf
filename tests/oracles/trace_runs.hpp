// SPDX-License-Identifier: Apache-2.0
// original-traces.csv: 14 small traces on three routers. With C rand() every clock must be the original's; with keyed
// randomness the clocks of traces without contention must be, and the others must lie within its spread over seeds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace oracles {

struct TraceSpread {
  std::uint64_t least = 0;
  std::uint64_t greatest = 0;
  double mean = 0;
};

struct TraceResult {
  std::string name;
  TraceSpread original;         ///< of the seeds in the file; of 40 seeds where the trace depends on draws
  bool exact = false;           ///< one clock, whatever the seed
  double slack = 0;             ///< cycles that a single clock may lie outside the original's range
  double mean_band = 0;         ///< allowed relative deviation of the mean of ten seeds
  TraceSpread event;            ///< over ten seeds
  TraceSpread reference;        ///< over the same ten seeds
  unsigned replayed = 0;        ///< rows of the file
  unsigned replayed_alike = 0;  ///< of these, rows met to the digit with C rand(): clock, packets, latency, hops
  std::string difference;       ///< the first row that was not

  bool within(const TraceSpread& ours) const;
  bool agrees() const { return within(event) && within(reference) && replayed == replayed_alike; }
};

std::vector<TraceResult> run_traces(const std::filesystem::path& folder, unsigned threads);

}  // namespace oracles
