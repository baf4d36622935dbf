// SPDX-License-Identifier: Apache-2.0
// The listener that is told how far runs have come. Runs and studies show nothing themselves: the commands hand down
// report::Progress, and a test may hand down nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "fsin/core/ids.hpp"

namespace fsin::run {

/// All of it may be called from the thread of any run. Runs are numbered from 0.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;

  /// The progress of a run: cycle, fraction of its work (negative when unknown), packets in the network.
  virtual void update(std::size_t run, Cycle now, double fraction, std::uint64_t packets_in_flight) = 0;
  /// A run has come to its end.
  virtual void done(std::size_t run, Cycle cycles) = 0;
  /// All runs have.
  virtual void clear() = 0;
  /// A line for the user, a warning say, between reports of the progress.
  virtual void say(const std::string& text) = 0;
};

}  // namespace fsin::run
