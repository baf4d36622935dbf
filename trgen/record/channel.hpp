// SPDX-License-Identifier: Apache-2.0
// The properties by which messages are matched: source, destination, tag, communicator and, in some uses, size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "trgen/record/record.hpp"

namespace trgen::record {

/// Matching properties of a message, without its size.
struct Channel {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;

  bool operator==(const Channel&) const = default;
};

/// The channel of a send or receive record of a rank.
inline Channel channel_of(std::uint32_t rank, const Record& record) {
  const bool sends = record.kind == Kind::send;
  return {sends ? rank : record.peer, sends ? record.peer : rank, record.tag, record.communicator};
}

struct ChannelHash {
  std::size_t operator()(const Channel& channel) const {
    std::uint64_t value = (std::uint64_t{channel.source} << 32U | channel.destination) * 0x9E3779B97F4A7C15U;
    value ^= (static_cast<std::uint64_t>(channel.tag) << 32U | channel.communicator) + (value >> 29U);
    value *= 0xBF58476D1CE4E5B9U;
    return static_cast<std::size_t>(value ^ (value >> 32U));
  }
};

/// A channel and the bytes of a message.
using SizedChannel = std::pair<Channel, std::uint64_t>;

struct SizedChannelHash {
  std::size_t operator()(const SizedChannel& key) const {
    return ChannelHash{}(key.first) ^ static_cast<std::size_t>(key.second * 0x9E3779B97F4A7C15U);
  }
};

}  // namespace trgen::record
