// SPDX-License-Identifier: Apache-2.0
// original-npb.csv: the bundled traces of NPB programs on the three routers of the paper (its Fig. 7).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace oracles {

struct NpbResult {
  std::string trace;
  std::string router;
  std::uint64_t original = 0;  ///< clock of one seed
  std::uint64_t least = 0;     ///< range for the mean clock: the original's seeds (IS), 0.5% (BT), 1.5% (CG)
  std::uint64_t greatest = 0;
  std::uint64_t original_packets = 0;
  double original_hops = 0;
  std::vector<std::uint64_t> event;       ///< clocks, seeds 1, 2, ...
  std::uint64_t packets = 0;              ///< equal in all of them, or 0
  double hops = 0;                        ///< mean over seeds
  std::optional<std::uint64_t> replayed;  ///< clock of the reference stepper with C rand() and the original's seed

  double mean_clock() const;
  bool agrees() const;
};

std::vector<NpbResult> run_npb(const std::filesystem::path& oracles_folder, const std::filesystem::path& traces,
                               unsigned threads);

/// Mean and standard deviation of the clock of IS on Oblivious 1 VC over many seeds: by the original's rules and draws
/// (reference stepper, C rand(), seeds from 11 on), and by the event engine (seeds from 1 on). One line each.
std::string spread_of_is(const std::filesystem::path& oracles_folder, const std::filesystem::path& traces,
                         unsigned seeds, unsigned threads);

}  // namespace oracles
