// SPDX-License-Identifier: Apache-2.0
// Counts the messages that a whole trace sends and receives in each channel, by size, whatever the order of its
// records.
//
// A replay that meets a missing message cannot tell which one is missing: messages of one channel and size are
// interchangeable, so every receive after the missing message takes the next one, and the ranks end up waiting for
// messages that they will only send later. The balance distinguishes such a wait, caused by a message that is sent
// nowhere, from an order that is impossible although no message is missing.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "trgen/record/channel.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {

class MessageBalance {
 public:
  /// Reads the whole trace once. Memory is bounded by its channels and their sizes of messages. Throws
  /// record::TraceError when the trace cannot be read.
  explicit MessageBalance(const record::TraceSource& trace);

  struct Count {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t excused = 0;  ///< receives that were reported to have no message

    bool short_of_sends() const { return sent + excused < received; }
  };

  /// The counts of a channel that the trace uses.
  Count& of(const record::SizedChannel& channel) { return counts_[channel]; }
  std::uint64_t messages() const { return messages_; }  ///< sends of all ranks

 private:
  std::unordered_map<record::SizedChannel, Count, record::SizedChannelHash> counts_;
  std::uint64_t messages_ = 0;
};

}  // namespace trgen::commands
