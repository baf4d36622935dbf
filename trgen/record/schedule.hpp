// SPDX-License-Identifier: Apache-2.0
// A schedule: the operations of every rank as a graph. An operation waits for others of its rank and for nothing else,
// so that no order is given where none is required; a record (record.hpp) stands in an order.
//
// An operation takes place on a processor (`cpu`) of its rank, a message on a network interface (`nic`) too. Not held:
// dependencies on operations of other ranks other than by messages, and names of operations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trgen::record {

struct ScheduledOperation {
  enum class Kind : std::uint8_t { send, compute, receive };
  Kind kind = Kind::compute;
  bool any_source = false;  ///< receive: from any rank; `peer` means nothing
  bool any_tag = false;     ///< receive: with any tag; `tag` means nothing
  std::uint8_t cpu = 0;
  std::uint8_t nic = 0;
  std::int32_t tag = 0;
  std::uint32_t peer = 0;    ///< below the number of ranks
  std::uint64_t amount = 0;  ///< bytes, or nanoseconds
  std::uint64_t line = 0;    ///< where it stands in the file; 0: a file without lines
};

/// An operation that waits for another one: for its end, or for its start alone.
struct Follower {
  std::uint32_t number = 0;
  bool at_start = false;
};

struct RankSchedule {
  std::vector<ScheduledOperation> operations;  ///< in the order of the file
  std::vector<std::uint32_t> first;            ///< by operation: its first follower; with one more at the end
  std::vector<Follower> followers;
  std::vector<std::uint32_t> waits_for;  ///< by operation: number of those that it waits for; no circles

  /// Network interfaces that the rank uses: the largest number and one.
  std::uint32_t interfaces() const {
    std::uint32_t most = 0;
    for (const ScheduledOperation& each : operations) most = std::max<std::uint32_t>(most, each.nic);
    return most + 1;
  }
  std::span<const Follower> followers_of(std::uint32_t number) const {
    return std::span(followers).subspan(first[number], first[number + std::size_t{1}] - first[number]);
  }
};

struct Schedule {
  std::string name;                 ///< of the file
  std::string digest;               ///< of its content
  std::uint32_t count = 0;          ///< of ranks
  std::vector<RankSchedule> ranks;  ///< up to the last one that has operations

  const RankSchedule& of(std::uint32_t rank) const {
    static const RankSchedule nothing{{}, {0}, {}, {}};
    return rank < ranks.size() ? ranks[rank] : nothing;
  }
  std::uint64_t operations() const {
    std::uint64_t sum = 0;
    for (const RankSchedule& each : ranks) sum += each.operations.size();
    return sum;
  }
  std::size_t bytes() const {
    std::size_t sum = ranks.size() * sizeof(RankSchedule);
    for (const RankSchedule& each : ranks)
      sum += each.operations.size() * (sizeof(ScheduledOperation) + 2 * sizeof(std::uint32_t)) +
             each.followers.size() * sizeof(Follower);
    return sum;
  }
};

}  // namespace trgen::record
