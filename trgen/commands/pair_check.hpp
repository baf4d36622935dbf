// SPDX-License-Identifier: Apache-2.0
// Checks whether receives that name their message (Record::match) contradict the sends, or each other.
//
// The check on an ideal network pairs messages by size, which works for any trace. A channel with a marked receive is
// exact instead: its n-th receive without a mark takes the n-th message, a marked one the message that it names.
// Memory: the messages of those channels. Not checked: channels from incomplete ranks.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "trgen/commands/in_flight.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {

struct Contradiction {
  std::uint32_t rank = 0;
  record::Record record;
  std::string text;
};

class PairCheck {
 public:
  /// Notes the channel of a receive that has a mark.
  void note(std::uint32_t rank, const record::Record& receive) { marked_.insert(channel_of(rank, receive)); }

  /// Reads the ranks of those channels again. Returns at most `most` contradictions. Throws record::TraceError.
  std::vector<Contradiction> run(const record::TraceSource& trace, std::size_t most);

 private:
  struct Sent {
    std::uint64_t bytes = 0;
    std::uint64_t line = 0;
    std::uint64_t taken_in = 0;  ///< line of the receive that takes it; 0: none has so far
  };
  struct Messages {
    std::vector<Sent> sent;
    std::uint64_t received = 0;
  };

  template <class Action>
  void each_message(const record::TraceSource& trace, record::Kind kind, Action action) const;
  std::string judge(const record::Record& receive, Messages& messages) const;

  std::unordered_set<Channel, ChannelHash> marked_;
};

}  // namespace trgen::commands
