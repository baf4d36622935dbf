// SPDX-License-Identifier: Apache-2.0
// Finds the messages that have both their send and their receive inside the windows of their ranks.
//
// The n-th send of a channel and size is received by its n-th receive, as the replay matches them. A channel is exact
// if one of its receives names its message (Record::match): sizes do not count there, a receive with a mark takes the
// message that it names, and the n-th receive without one takes the n-th message.
//
// Memory: channels that have a message across the border of a window, and exact channels. For an exact channel, the
// numbers of messages that are received inside and out of turn are kept, except where two of them cancel out.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "trgen/record/channel.hpp"
#include "trgen/record/source.hpp"

namespace trgen::record {

class Partners {
 public:
  /// First pass: takes every message of the ranks up to the ends of their windows. Ranks should advance side by side,
  /// so that a channel is soon balanced again and forgotten.
  void note(std::uint32_t rank, const Record& record, bool inside);

  /// Call it between the passes. False when the second pass is not needed.
  bool finish_notes();

  /// Second pass: takes the same messages again, rank after rank.
  void count(std::uint32_t rank, const Record& record, bool inside);

  /// Records to leave out, by rank number in the trace.
  std::vector<LeftOut> left_out(std::uint32_t ranks) const;

 private:
  friend class PartnerWalk;

  /// Sends and receives to leave out of those inside, for one channel and size.
  struct Border {
    std::int64_t ahead_before = 0;  ///< sends less receives before the windows
    std::int64_t ahead_after = 0;   ///< sends less receives up to the ends of the windows
    std::uint64_t sends = 0;        ///< inside
    std::uint64_t receives = 0;

    /// Number of sends, or of receives, without a partner at the beginning and at the end.
    std::uint64_t first(bool of_sends) const;
    std::uint64_t last(bool of_sends) const;
    bool keeps(bool of_sends, std::uint64_t index) const {
      return index >= first(of_sends) && index + last(of_sends) < (of_sends ? sends : receives);
    }
    std::uint64_t kept() const;
  };

  struct Exact {
    std::uint64_t sends_before = 0;
    std::uint64_t sends = 0;  ///< inside
    std::uint64_t receives_before = 0;
    std::uint64_t receives = 0;
    /// Numbers of messages that are taken inside although the receive of that number is not, or the reverse.
    std::unordered_set<std::uint64_t> odd;

    bool sent_inside(std::uint64_t number) const { return number > sends_before && number <= sends_before + sends; }
    bool taken_inside(std::uint64_t number) const {
      const bool in_turn = number > receives_before && number <= receives_before + receives;
      return in_turn != odd.contains(number);
    }
    std::uint64_t kept() const;
  };

  std::unordered_map<SizedChannel, Border, SizedChannelHash> borders_;
  std::unordered_map<Channel, Exact, ChannelHash> exact_;
};

/// Goes through the windows again for a reader: each rank from its beginning, ranks interleaved in any way.
class PartnerWalk {
 public:
  explicit PartnerWalk(const Partners& partners) : partners_(partners) {}

  /// True when the next message of the rank that lies inside has its partner inside.
  bool has_partner(std::uint32_t rank, const Record& record);

 private:
  struct Seen {
    std::uint64_t sends = 0;
    std::uint64_t receives = 0;
  };

  const Partners& partners_;
  std::unordered_map<SizedChannel, Seen, SizedChannelHash> at_borders_;
  std::unordered_map<Channel, Seen, ChannelHash> exact_;
};

}  // namespace trgen::record
