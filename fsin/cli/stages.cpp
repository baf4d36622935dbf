// SPDX-License-Identifier: Apache-2.0
#include "fsin/cli/stages.hpp"

#include <unistd.h>

#include <utility>

#include "fsin/core/say.hpp"

namespace fsin::cli {
namespace {

constexpr std::chrono::seconds first_line(5);  ///< age of a stage when it is told
constexpr std::chrono::seconds next_line(30);  ///< between two lines of a stage

}  // namespace

Stages::Stages(std::string command) : command_(std::move(command)), began_(Clock::now()) {
  if (::isatty(STDERR_FILENO) == 1) watch_ = std::thread([this] { watch(); });
}

Stages::~Stages() {
  {
    const std::lock_guard lock(turn_);
    ended_ = true;
  }
  changed_.notify_one();
  if (watch_.joinable()) watch_.join();
}

void Stages::begin(std::string_view stage) {
  {
    const std::lock_guard lock(turn_);
    stage_ = stage;
    began_ = Clock::now();
  }
  changed_.notify_one();
}

void Stages::watch() {
  std::unique_lock lock(turn_);
  Clock::time_point told = began_, due = began_ + first_line;
  while (!ended_) {
    changed_.wait_until(lock, due);
    if (told < began_) due = (told = began_) + first_line;  // another stage has begun
    const Clock::time_point now = Clock::now();
    if (ended_ || now < due) continue;
    if (!stage_.empty()) {
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - began_).count();
      say("{}: {}, for {} s so far\n", command_, stage_, seconds);
    }
    due = now + next_line;
  }
}

}  // namespace fsin::cli
