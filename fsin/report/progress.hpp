// SPDX-License-Identifier: Apache-2.0
// How far a run has come, on stderr: on a terminal one line that is rewritten five times a second, elsewhere (a log
// file, a batch system) one line every half minute. Runs in several threads share one Progress.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::report {

class Progress {
 public:
  enum class Mode : std::uint8_t { off, line, heartbeat };

  struct Options {
    Mode mode = Mode::off;
    bool escapes = false;  ///< terminal control sequences may be used (NO_COLOR is not set, TERM is not dumb)
    std::size_t runs = 1;
    std::function<double()> seconds;                     ///< a steady clock
    std::function<void(const std::string& text)> print;  ///< where the text goes
  };

  /// What suits the standard error of this process: off when `quiet`, else by what it is connected to.
  static Options for_stderr(bool quiet, std::size_t runs);

  explicit Progress(Options options);

  /// Where run `run` (0..runs-1) is. `fraction` is of the work of this run, negative when unknown. Cheap when nothing
  /// is due; may be called from the thread of any run.
  void update(std::size_t run, Cycle now, double fraction, std::uint64_t packets_in_flight);
  /// Run `run` has come to its end.
  void done(std::size_t run, Cycle cycles);
  /// Removes the line from the terminal.
  void clear();

 private:
  struct RunState {
    Cycle cycles = 0;
    double fraction = 0;
    std::uint64_t packets = 0;
    bool finished = false;
  };

  void show(double now);
  std::string text(double now) const;

  Options options_;
  std::mutex mutex_;
  std::vector<RunState> states_;
  double start_;
  double next_;
  std::size_t width_ = 0;  ///< columns that the line on the terminal takes
};

}  // namespace fsin::report
