// SPDX-License-Identifier: Apache-2.0
// Ctrl-C (SIGINT) and SIGTERM as a flag that a run looks at. A thread of its own waits for the signals, so there is no
// handler and no global state. A second signal ends the process at once. A process that has its signals handled
// already, as Python does, gives a flag of its own instead.
#pragma once

#include <signal.h>

#include <atomic>
#include <thread>

namespace fsin::run {

/// Construct it before any other thread starts: threads inherit that the signals are kept from them.
class InterruptWatch {
 public:
  /// `stop`: set by the caller, and no signal is looked at; null: set by the signals.
  explicit InterruptWatch(const std::atomic<bool>* stop = nullptr);
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Becomes true with the first signal.
  const std::atomic<bool>& stop() const { return *stop_; }
  bool interrupted() const { return stop_->load(std::memory_order_relaxed); }

 private:
  void watch();

  std::atomic<bool> signalled_{false};
  const std::atomic<bool>* stop_;
  std::atomic<bool> ended_{false};
  sigset_t signals_{};
  sigset_t before_{};
  std::thread thread_;
};

}  // namespace fsin::run
