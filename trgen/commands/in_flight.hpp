// SPDX-License-Identifier: Apache-2.0
// Messages that were sent and not received yet: first in, first out for each (source, destination, tag, communicator)
// and, within that, for each size, as the replay matches them. Memory: the largest number of messages in flight at
// once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "trgen/record/channel.hpp"
#include "trgen/record/record.hpp"

namespace trgen::commands {

using record::Channel;
using record::channel_of;
using record::ChannelHash;

struct InFlightMessage {
  Channel channel;
  std::uint64_t bytes = 0;
  std::uint64_t line = 0;
};

class InFlight {
 public:
  void send(const Channel& channel, std::uint64_t bytes, std::uint64_t line);
  /// Takes the earliest message of the channel with this size, or with any size; empty when there is none.
  std::optional<InFlightMessage> take(const Channel& channel, std::optional<std::uint64_t> bytes);
  std::size_t size() const { return size_; }
  std::size_t peak() const { return peak_; }

  /// Removes the messages of channels whose first message satisfies `expected`; returns their number.
  std::uint64_t drop_if(const std::function<bool(const InFlightMessage&)>& expected);

  /// The remaining messages, in the order of their lines, at most `most` of them.
  std::vector<InFlightMessage> left(std::size_t most) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Node {
    std::uint64_t bytes = 0;
    std::uint64_t line = 0;
    std::uint32_t next = none;
  };
  struct Queue {
    std::uint32_t first = none;
    std::uint32_t last = none;
  };

  std::unordered_map<Channel, Queue, ChannelHash> queues_;
  std::vector<Node> nodes_;
  std::uint32_t free_ = none;
  std::size_t size_ = 0;
  std::size_t peak_ = 0;
};

}  // namespace trgen::commands
