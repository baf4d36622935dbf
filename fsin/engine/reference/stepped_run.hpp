// SPDX-License-Identifier: Apache-2.0
// A run of the reference stepper that stands still between two cycles: run.cpp goes through it at once, and whoever
// wants to look at the network on the way (fsin/browser) goes cycle by cycle.
#pragma once

#include "fsin/engine/reference/stepper.hpp"
#include "fsin/engine/run_parts.hpp"
#include "fsin/engine/stopping.hpp"
#include "fsin/engine/tally.hpp"

namespace fsin::engine::reference {

/// Draws: KeyedDraws or OriginalDraws; stepped_run.cpp instantiates both.
template <class Draws>
class SteppedRun {
 public:
  /// Sets up the network. All arguments but the draws outlive this object, and so does what `parts` refers to.
  SteppedRun(const routing::Walker& algorithm, const RunParts& parts, const Draws& draws);
  SteppedRun(const SteppedRun&) = delete;
  SteppedRun& operator=(const SteppedRun&) = delete;

  /// Simulates the next cycle in which anything can happen. False where the run has come to its end, in this cycle or
  /// before it.
  bool step();
  /// The last cycle that was simulated; 0 at first.
  Cycle now() const { return now_; }
  const World& world() const { return stepper_.world(); }
  /// What has been counted so far.
  const stats::RunTotals& totals() { return tally_.totals(); }
  /// The results of the run, once step() is false; once.
  stats::RunTotals finish();

 private:
  void pass_borders(Cycle next);
  /// Says why packets can never arrive, where that is how the run ended.
  void explain();
  /// `stands_still`: the run ended because nothing moves any more.
  void count_links(bool stands_still);

  const RunParts parts_;
  Tally tally_;
  Stepper<Draws> stepper_;
  Stopping stopping_;
  stats::Outcome outcome_ = stats::Outcome::finished;
  Cycle now_ = 0;
  unsigned passed_ = 0;
  std::uint64_t steps_ = 0;
  bool workload_stands_still_ = false;  ///< whatever else moves
  bool ended_ = false;
  Cycle last_return_;  ///< of what had failed
};

}  // namespace fsin::engine::reference
