// SPDX-License-Identifier: Apache-2.0
// A results folder as fsin report and fsin compare read it: what was planned, who ran it, and the runs there are.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "fsin/sweep/results.hpp"

namespace fsin::sweep {

struct Results {
  std::string folder;
  std::string version;
  std::string program;  ///< digest of the simulating code; empty when the folder does not say
  bool complete = false;
  bool of_run = false;  ///< `fsin run --out` made it
  std::string digest;   ///< of the plan
  Provenance provenance;
  Plan plan;
  std::vector<Run> runs;  ///< in order of point and seed

  /// Runs of one point, in order of seed.
  std::span<const Run> runs_of(std::size_t point) const;
  /// The run that has detail and links: the first seed of the point; null when it is missing.
  const Run* first_run(std::size_t point) const;
};

/// Throws SweepError, with the folder in it, when it is not the folder of a sweep, damaged, or of another schema.
Results read_results(const std::filesystem::path& folder, Wanted wanted = Wanted::figures);

}  // namespace fsin::sweep
