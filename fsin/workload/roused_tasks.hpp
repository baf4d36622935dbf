// SPDX-License-Identifier: Apache-2.0
// Optional ability of a share of messages (message_workload.hpp): it names the tasks that its last answer concerns, so
// that a carrier asks these alone. Without it, a carrier asks all waiting tasks of the node, which takes a time that
// grows with the square of the tasks that share it.
#pragma once

#include <cstdint>
#include <span>

namespace fsin::workload {

class RousedTasks {
 public:
  RousedTasks() = default;
  RousedTasks(const RousedTasks&) = delete;
  RousedTasks& operator=(const RousedTasks&) = delete;
  virtual ~RousedTasks() = default;

  /// After next() or sent() with Action::rouses, or after delivered() that answered true: the tasks that may go on
  /// because of it, at the times that the contract gives for all that wait. No other task could. Some may not wait, and
  /// some may be named twice. Valid until the next call.
  virtual std::span<const std::uint32_t> roused() const = 0;
};

}  // namespace fsin::workload
