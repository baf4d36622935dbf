// SPDX-License-Identifier: Apache-2.0
// The runs of an experiment, seen one after the other and not kept: what is reported about all of them, in memory that
// does not grow with their number. Kept whole are the first run, and the first of each outcome.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fsin/result/run_result.hpp"
#include "fsin/stats/running_estimate.hpp"

namespace fsin::result {

class RunsSummary {
 public:
  struct OfOutcome {
    std::size_t runs = 0;
    RunResult first;  ///< of these
  };

  /// In order of seed.
  void add(const RunResult& run);

  std::size_t count() const { return count_; }
  /// Null before the first run.
  const RunResult* first() const { return first_ ? &*first_ : nullptr; }
  const std::map<stats::Outcome, OfOutcome>& outcomes() const { return outcomes_; }
  /// Of stats::metrics()[index], over the runs that have it.
  const stats::RunningEstimate& figure(std::size_t index) const { return figures_[index]; }
  /// Times and hops added up, the largest peak of memory.
  const HostUsage& host() const { return host_; }
  std::uint64_t packet_hops() const { return packet_hops_; }
  /// The sum of the runs' fingerprints modulo 2^64: of one run its own.
  std::uint64_t fingerprint() const { return fingerprint_; }
  /// The verdict on the load of all runs: too much where it is so in one of them, else not judged where it is so in
  /// one.
  const stats::LoadVerdict& load() const { return load_; }
  /// Runs whose load was not judged.
  std::size_t not_judged() const { return not_judged_; }
  /// Of the cycles of runs: the fewest and the most; all runs are equal in these and in their fingerprints.
  Cycle fewest_cycles() const { return fewest_cycles_; }
  Cycle most_cycles() const { return most_cycles_; }
  bool equal() const { return equal_; }
  /// Why the workload of a run broke down, of the first that did; empty when none did.
  const std::string& failure() const { return failure_; }
  /// Of the live program of the first run that returned another code than 0; else 0.
  std::uint32_t exit_code() const { return exit_code_; }

 private:
  std::size_t count_ = 0;
  std::optional<RunResult> first_;
  std::map<stats::Outcome, OfOutcome> outcomes_;
  std::vector<stats::RunningEstimate> figures_ = std::vector<stats::RunningEstimate>(stats::metrics().size());
  HostUsage host_;
  std::uint64_t packet_hops_ = 0;
  std::uint64_t fingerprint_ = 0;
  Cycle fewest_cycles_ = never, most_cycles_ = 0;
  bool equal_ = true;
  std::string failure_;
  std::uint32_t exit_code_ = 0;
  stats::LoadVerdict load_ = stats::LoadCarried{};
  std::size_t not_judged_ = 0;
};

}  // namespace fsin::result
