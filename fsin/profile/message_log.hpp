// SPDX-License-Identifier: Apache-2.0
// Messages of a run, each with its times: all of them up to 262,144, else blocks of 4,096 in a row, spread evenly over
// the run. Its memory does not grow with the run, and the selection depends on the order of messages alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "fsin/workload/timeline.hpp"

namespace fsin::profile {

class MessageLog final : public workload::Timeline {
 public:
  struct Entry {
    std::uint32_t source = 0;  ///< rank; for synthetic load the node
    std::uint32_t destination = 0;
    std::uint64_t bytes = 0;
    Cycle sent = 0;
    Cycle delivered = 0;
  };
  static constexpr std::size_t block = 4096;
  static constexpr std::size_t most_blocks = 64;

  /// Entries at most, of so many messages.
  static double most_kept(double messages) { return std::min<double>(messages, block * most_blocks); }

  void span(std::uint32_t /*rank*/, workload::Activity /*activity*/, Cycle /*first*/, Cycle /*last*/) override {}
  void message(const workload::MessageLife& message) override {
    if (message.signal) return;
    if (number_++ / block % stride_ != 0) return;
    entries_.push_back({message.source, message.destination, message.bytes, message.sent, message.delivered});
    if (entries_.size() == block * most_blocks) thin_out();
  }

  /// Number of messages reported; entries() has all or some of them.
  std::uint64_t told() const { return number_; }
  bool whole() const { return stride_ == 1; }
  /// Entries in the order of delivery; where whole() is false, each `block` of them lies apart in time.
  std::span<const Entry> entries() const { return entries_; }

 private:
  /// Keeps every other block, and from now on only as many of the new ones.
  void thin_out() {
    for (std::size_t kept = 1; 2 * kept < most_blocks; ++kept) {
      for (std::size_t i = 0; i < block; ++i) entries_[kept * block + i] = entries_[2 * kept * block + i];
    }
    entries_.resize(block * most_blocks / 2);
    stride_ *= 2;
  }

  std::uint64_t number_ = 0;
  std::uint64_t stride_ = 1;
  std::vector<Entry> entries_;
};

}  // namespace fsin::profile
