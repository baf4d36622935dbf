// SPDX-License-Identifier: Apache-2.0
// Lines on a terminal that say what a command is doing while it takes long: silent for the first seconds, then one line
// for each stage, and again from time to time while the same stage goes on. Where stderr is a file, nothing is written.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace fsin::cli {

class Stages {
 public:
  /// `command` begins each line, e.g. "fsin check".
  explicit Stages(std::string command);
  ~Stages();
  Stages(const Stages&) = delete;
  Stages& operator=(const Stages&) = delete;

  /// The command begins with something else: "dividing the network in halves".
  void begin(std::string_view stage);

 private:
  using Clock = std::chrono::steady_clock;

  void watch();

  std::string command_;
  std::mutex turn_;
  std::condition_variable changed_;
  std::string stage_;
  Clock::time_point began_;  ///< of the stage
  bool ended_ = false;
  std::thread watch_;
};

}  // namespace fsin::cli
