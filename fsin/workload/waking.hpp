// SPDX-License-Identifier: Apache-2.0
// Optional ability of a workload, of packets or of messages: something outside decides during the run what its nodes
// send, and may decide it in any cycle. The contracts ask a node only when it has said so before, or when something has
// come for it; this lets a workload say in any cycle that others have something to do as well.
//
// A workload of packets names nodes, one of messages its tasks (message_workload.hpp). It is not divided.
#pragma once

#include <cstdint>
#include <span>

#include "fsin/core/ids.hpp"

namespace fsin::workload {

class Waking {
 public:
  Waking() = default;
  Waking(const Waking&) = delete;
  Waking& operator=(const Waking&) = delete;
  virtual ~Waking() = default;

  /// The next cycle that is to be simulated although nothing happens in it; `never`: none is. Later than the last cycle
  /// for which woken() was called.
  virtual Cycle due() const = 0;
  /// Called once in each cycle that is simulated, after its last delivered() and before its first poll() or next().
  /// Returns the nodes or tasks that have something to do now which they did not tell when they were asked last: they
  /// are asked in this cycle. Valid until the next call.
  virtual std::span<const std::uint32_t> woken(Cycle now) = 0;
};

}  // namespace fsin::workload
