// SPDX-License-Identifier: Apache-2.0
// Finds the message that a receive takes, where the order of the records does not determine it.
//
// A receive is recorded when the program completes it. Among the receives of one rank that took messages of one source,
// tag and communicator, the order in which they were posted is the order in which they matched (MPI 4.0, 3.5: messages
// do not overtake), whatever wildcards they were posted with.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fsin/core/hash.hpp"

namespace trgen::formats::capture {

/// Source, tag and communicator of a receive.
struct ReceiveChannel {
  std::uint32_t source = 0;
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;

  bool operator==(const ReceiveChannel&) const = default;
};

class PostingOrder {
 public:
  /// Adds a receive of a rank, in the order of its records. `post` is its number in posting order, 0 if unknown.
  void add(const ReceiveChannel& channel, std::uint64_t post);
  /// True when some channel has receives that completed in another order than they were posted in.
  bool disordered() const { return disordered_; }

  /// After all calls of add(), if some channel is disordered: the same receives again, each with the number of its
  /// record.
  void collect(const ReceiveChannel& channel, std::uint64_t post, std::uint64_t record);
  /// For each receive whose match differs from its position among the records: number of the record and Record::match,
  /// in the order of records.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> matches() const;

 private:
  struct Hash {
    std::size_t operator()(const ReceiveChannel& channel) const {
      return fsin::hash_of(std::uint64_t{channel.source} << 32U | channel.communicator,
                           static_cast<std::uint32_t>(channel.tag));
    }
  };
  struct Posted {
    std::uint64_t post = 0;
    std::uint64_t record = 0;
  };
  struct Channel {
    std::uint64_t last = 0;    ///< posting number of the latest receive
    bool disordered = false;   ///< a later receive was posted earlier
    bool unknown = false;      ///< some posting number is unknown, so the order of the records must be used
    std::vector<Posted> list;  ///< the receives of a disordered channel, in the order of their records
  };

  std::unordered_map<ReceiveChannel, Channel, Hash> channels_;
  bool disordered_ = false;
};

}  // namespace trgen::formats::capture
