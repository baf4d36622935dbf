// SPDX-License-Identifier: Apache-2.0
// How far the runs of a call have come, as numbers and as the line that the commands show, for another thread to ask.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "fsin/report/progress.hpp"

namespace fsin::python {

struct Progress {
  std::size_t done = 0;  ///< runs that have come to their end
  std::size_t runs = 0;  ///< all of them; 0 before the first begins
  std::string text;      ///< "3 of 9 runs done, 41.0%, ..."; empty before there is something to say
};

class WatchedProgress final : public run::ProgressSink {
 public:
  /// The experiment has been read, and its runs begin.
  void begin(std::size_t runs);
  Progress now() const;
  /// Lines for the user since the last call: warnings of a cache, say.
  std::vector<std::string> take_lines();

  void update(std::size_t run, Cycle now, double fraction, std::uint64_t packets_in_flight) override;
  void done(std::size_t run, Cycle cycles) override;
  void clear() override {}
  void say(const std::string& text) override;

 private:
  std::unique_ptr<report::Progress> line_;  ///< null before begin()
  mutable std::mutex mutex_;
  Progress now_;
  std::vector<std::string> lines_;
};

}  // namespace fsin::python
