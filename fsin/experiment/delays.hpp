// SPDX-License-Identifier: Apache-2.0
// The delays of an experiment's network: what was written, and how many cycles of its links that is.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {

struct ResolvedDelay {
  std::string_view key;  ///< "network.link.delay"
  Delay written;
  std::uint64_t cycles = 0;  ///< rounded up
};

/// Link, router, credit.
std::array<ResolvedDelay, 3> resolved_delays(const NetworkParams& network);

/// A line for each delay that was written as a time or a length: "link.delay 100 ns = 4 cycles of 32 ns (128 ns)"; and
/// one for each class of links where they are not alike.
std::vector<std::string> delay_lines(const NetworkParams& network);

/// Adds an error for a delay, written at `key`, that comes to more cycles than the engines count.
void check_delay(const LoadedExperiment& loaded, const ResolvedDelay& delay, Diagnostics& diagnostics);

/// Adds an error for each delay that comes to more cycles than the engines count, and a warning for a speed that
/// nothing is measured by. Must pass before design_of().
void check_delays(const LoadedExperiment& loaded, Diagnostics& diagnostics);

}  // namespace fsin::experiment
