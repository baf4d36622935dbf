// SPDX-License-Identifier: Apache-2.0
// original-synthetic.csv: with a generator of another kind only the means can agree. The mean over the seeds of the
// original is compared with the mean over as many seeds of ours, within the bands of the README.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fsin/engine/engine.hpp"
#include "tests/oracles/csv.hpp"

namespace oracles {

/// Means over seeds of one configuration.
struct Figures {
  double accepted = 0;  ///< phits per node and cycle
  double latency = 0;   ///< cycles
  double hops = 0;
};

/// Allowed relative deviation of each figure; none: not compared.
struct Bands {
  double accepted = 0.03;
  std::optional<double> latency;
  std::optional<double> hops;
  bool locks = false;  ///< the ring that locks into one of two patterns: accepted .2500 or .265-.267, nothing else
};

inline double deviation(double ours, double original) { return ours / original - 1; }

struct BandResult {
  std::string name;
  Bands bands;
  Figures original;
  Figures event;
  std::optional<Figures> reference;

  /// Do the figures of one engine lie within the bands?
  bool within(const Figures& ours) const;
  bool agrees() const { return within(event) && (!reference || within(*reference)); }
};

struct BandPlan {
  unsigned seeds = 6;
  fsin::Cycle warmup = 8000;
  fsin::Cycle cycles = 32000;
  unsigned reference_step = 10;  ///< the reference stepper runs every so many configurations, from the first on
  unsigned threads = 1;
};

std::vector<BandResult> run_bands(const std::filesystem::path& folder, const BandPlan& plan);

}  // namespace oracles
