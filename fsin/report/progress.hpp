// SPDX-License-Identifier: Apache-2.0
// How far a run has come, on stderr: on a terminal one line that is rewritten five times a second, elsewhere (a log
// file, a batch system) one line every half minute. Runs in several threads share one Progress. The line of a terminal
// is never wider than that: what matters least is left out first.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "fsin/core/ids.hpp"
#include "fsin/run/progress_sink.hpp"

namespace fsin::report {

class Progress final : public run::ProgressSink {
 public:
  enum class Mode : std::uint8_t { off, line, heartbeat };

  struct Options {
    Mode mode = Mode::off;
    bool escapes = false;  ///< terminal control sequences may be used (NO_COLOR is not set, TERM is not dumb)
    std::size_t runs = 1;
    std::function<std::size_t()> columns;                ///< of the terminal, asked for each line: windows change
    std::function<double()> seconds;                     ///< a steady clock
    std::function<void(const std::string& text)> print;  ///< where the text goes
  };

  /// What suits the standard error of this process: off when `quiet`, else by what it is connected to.
  static Options for_stderr(bool quiet, std::size_t runs);

  explicit Progress(Options options);

  /// Where run `run` (0..runs-1) is. `fraction` is of the work of this run, negative when unknown. Cheap when nothing
  /// is due; may be called from the thread of any run.
  void update(std::size_t run, Cycle now, double fraction, std::uint64_t packets_in_flight) override;
  /// Run `run` has come to its end.
  void done(std::size_t run, Cycle cycles) override;
  /// Removes the line from the terminal.
  void clear() override;
  /// A line of another kind, a warning say, on stderr above the line of the progress; whatever the mode.
  void say(const std::string& text) override;

 private:
  struct RunState {
    Cycle cycles = 0;
    double fraction = 0;
    std::uint64_t packets = 0;
  };

  void show(double now);
  void remove_line();
  std::string text(double now, std::size_t columns) const;

  Options options_;
  std::mutex mutex_;
  std::map<std::size_t, RunState> under_way_;  ///< by run
  std::size_t finished_ = 0;
  Cycle finished_cycles_ = 0;
  double start_;
  double next_;
  std::size_t width_ = 0;  ///< columns that the line on the terminal takes
};

}  // namespace fsin::report
