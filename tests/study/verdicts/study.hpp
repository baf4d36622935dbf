// SPDX-License-Identifier: Apache-2.0
// The verdicts of runs on themselves, against what longer ones show: fsin/stats/balance.hpp and settling.hpp
// over many runs of `fsin run`'s own code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/result/run_result.hpp"
#include "fsin/run/run_options.hpp"
#include "tests/scratch.hpp"

namespace verdicts {

inline constexpr double confidence = 0.99;

/// An experiment as overrides of an 8x8 torus with uniform traffic, without a preset or a load.
struct Case {
  std::vector<std::string> overrides;
  fsin::Cycle window = 0;

  std::string text() const;
};

/// The case of this number: network, traffic, load, packet, warm-up and window are drawn.
Case random_case(std::uint64_t number);

/// Runs the case with these overrides behind its own, as run::run_once() does; the queues of its sources are kept.
fsin::result::RunResult run_case(const fsin::test::Scratch& scratch, const Case& which,
                                 const std::vector<std::string>& more, std::uint64_t seed,
                                 const fsin::run::RunOptions& options = {});

/// Dispersion of the arrivals of the case in the long run, in phits (fsin/stats/balance.hpp); 0 where its load is not
/// judged.
double dispersion_of(const fsin::test::Scratch& scratch, const Case& which, std::uint64_t seed);

/// The half width of the interval of the mean latency from generation, from inside the run; negative when it has none.
double half_width(const fsin::stats::RunRecord& run);
double mean_latency(const fsin::stats::RunRecord& run);
bool says_settled(const fsin::stats::RunRecord& run);

}  // namespace verdicts
