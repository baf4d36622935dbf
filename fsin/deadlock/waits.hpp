// SPDX-License-Identifier: Apache-2.0
// Waits of the packets of a network: for each class of queues, the different sets of channels of which a header at the
// head of such a queue may be granted any. Many states have few different sets; the fix-point works on the sets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fsin/deadlock/steps.hpp"

namespace fsin::deadlock {

/// The first place where a set was found.
struct Example {
  QueuePlace queue;
  std::uint32_t destination = 0;
};

class WaitSets {
 public:
  struct Set {
    std::uint32_t queue_class = 0;
    std::uint32_t first = 0;  ///< first of its channels
    std::uint32_t count = 0;
    Example example;
  };

  WaitSets() : slots_(1U << 12U, 0) {}

  /// Adds a set; `outs` in ascending order.
  void add(std::uint32_t queue_class, std::span<const std::uint16_t> outs, const Example& example);

  const std::vector<Set>& sets() const { return sets_; }
  std::span<const std::uint16_t> outs(const Set& set) const { return {outs_.data() + set.first, set.count}; }

 private:
  void grow();
  std::uint64_t hash(const Set& set) const { return hash(set.queue_class, outs(set)); }
  static std::uint64_t hash(std::uint32_t queue_class, std::span<const std::uint16_t> outs);

  std::vector<Set> sets_;
  std::vector<std::uint16_t> outs_;
  std::vector<std::uint32_t> slots_;  ///< open addressing: number of the set plus 1
};

}  // namespace fsin::deadlock
