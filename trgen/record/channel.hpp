// SPDX-License-Identifier: Apache-2.0
// The properties by which messages are matched: source, destination, tag, communicator and, in some uses, size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "fsin/core/hash.hpp"
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
    return fsin::hash_of(std::uint64_t{channel.source} << 32U | channel.destination,
                         static_cast<std::uint64_t>(channel.tag) << 32U | channel.communicator);
  }
};

/// A channel and the bytes of a message.
using SizedChannel = std::pair<Channel, std::uint64_t>;

struct SizedChannelHash {
  std::size_t operator()(const SizedChannel& key) const { return fsin::hash_of(ChannelHash{}(key.first), key.second); }
};

}  // namespace trgen::record
