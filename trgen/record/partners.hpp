// SPDX-License-Identifier: Apache-2.0
// Which messages have both their send and their receive inside the windows of their ranks.
//
// The n-th send of a channel and size is received by its n-th receive, as the replay matches them. A channel in which a
// receive says which message it takes (Record::match) is exact instead: there sizes do not count, a receive with a mark
// takes the message that it names, and the n-th receive without one the n-th message.
//
// Memory: channels that have a message across a border of a window, and those with marks. Of the latter only the
// messages are kept that are received inside and not in turn, and not all of them are received there.
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
  /// First pass: every message of the ranks up to the ends of their windows, ranks side by side, so that a channel is
  /// soon balanced again and forgotten.
  void note(std::uint32_t rank, const Record& record, bool inside);

  /// Between the passes. False: the second one can be spared.
  bool finish_notes();

  /// Second pass: the same messages again, rank after rank.
  void count(std::uint32_t rank, const Record& record, bool inside);

  /// What is left out, by rank of the trace.
  std::vector<LeftOut> left_out(std::uint32_t ranks) const;

 private:
  friend class PartnerWalk;

  /// What to leave out of the sends and receives of one channel and size that are inside.
  struct Border {
    std::int64_t ahead_before = 0;  ///< sends less receives before the windows
    std::int64_t ahead_after = 0;   ///< and up to their ends
    std::uint64_t sends = 0;        ///< inside
    std::uint64_t receives = 0;

    /// How many of the sends, or receives, have no partner at the beginning and at the end.
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
    /// Numbers of messages that are taken inside though the receive of that number is not, or the reverse.
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

/// Goes through the windows again, for whoever reads them: each rank from its beginning, in any interleaving.
class PartnerWalk {
 public:
  explicit PartnerWalk(const Partners& partners) : partners_(partners) {}

  /// Of the next message of the rank that lies inside.
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
