// SPDX-License-Identifier: Apache-2.0
// Packets under way to one share, counted until they complete a message. The token of a packet is the number of its
// count.
//
// Pooled, all messages of a flow have one count, which has the number of the flow; every n packets are a message.
// Otherwise each message has a count of its own, from its start to its last packet.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/prefetch.hpp"

namespace fsin::workload {

class Transits {
 public:
  explicit Transits(bool pooled) : pooled_(pooled) {}

  bool pooled() const { return pooled_; }

  /// Opens the count of a message of `packets` packets in the flow; returns the token of its packets.
  std::uint32_t open(std::uint32_t flow, std::uint64_t packets) {
    if (pooled_) {
      if (counts_.size() <= flow) counts_.resize(flow + std::size_t{1});
      counts_[flow].packets = packets;
      return flow;
    }
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(counts_.size()));
      counts_.emplace_back();
      origins_.emplace_back();
    }
    const std::uint32_t token = free_.back();
    free_.pop_back();
    counts_[token] = {packets, 0};
    origins_[token] = {++opened_, flow};
    return token;
  }

  /// Counts the arrival of one packet; returns whether it completes a message.
  bool arrived(std::uint32_t token) {
    Count& count = counts_[token];
    if (++count.arrived < count.packets) return false;
    count.arrived = 0;
    return true;
  }

  /// Flow of a complete message, whose count ends here.
  std::uint32_t close(std::uint32_t token) {
    if (pooled_) return token;
    counts_[token].packets = 0;
    free_.push_back(token);
    return origins_[token].flow;
  }

  void prefetch(std::uint32_t token) const { prefetch_line(&counts_[token]); }

  struct Count {
    std::uint64_t packets = 0;  ///< packets of a message; 0: nothing is under way
    std::uint64_t arrived = 0;  ///< packets arrived since the last complete message
  };
  /// Count of the oldest message under way in a flow.
  Count oldest(std::uint32_t flow) const {
    if (pooled_) return flow < counts_.size() ? counts_[flow] : Count{};
    Count found;
    std::uint64_t earliest = ~std::uint64_t{0};
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i].packets == 0 || origins_[i].flow != flow || origins_[i].opened >= earliest) continue;
      earliest = origins_[i].opened;
      found = counts_[i];
    }
    return found;
  }

  static constexpr std::size_t bytes_of_message(bool pooled) {
    return sizeof(Count) + (pooled ? 0 : sizeof(Origin) + sizeof(std::uint32_t));
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.counts_, self.origins_, self.free_, self.opened_);
  }

 private:
  struct Origin {
    std::uint64_t opened = 0;  ///< messages opened before it
    std::uint32_t flow = 0;
  };

  bool pooled_;
  std::vector<Count> counts_;
  std::vector<Origin> origins_;      ///< beside counts_, unless pooled
  std::vector<std::uint32_t> free_;  ///< unused numbers
  std::uint64_t opened_ = 0;
};

}  // namespace fsin::workload
