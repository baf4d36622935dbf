// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/pair_check.hpp"

#include <fmt/format.h>

namespace trgen::commands {

using record::Kind;
using record::Record;

/// Calls action(rank, record, channel) for the messages of one kind in marked channels, as long as it returns true.
template <class Action>
void PairCheck::each_message(const record::TraceSource& trace, Kind kind, Action action) const {
  std::unordered_set<std::uint32_t> ranks;
  for (const Channel& each : marked_) ranks.insert(kind == Kind::send ? each.source : each.destination);
  const auto cursor = trace.open();
  Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (ranks.contains(rank) && cursor->next(rank, record)) {
      if (record.kind != kind) continue;
      const Channel channel = channel_of(rank, record);
      if (marked_.contains(channel) && !action(rank, record, channel)) return;
    }
  }
  record::stop_at_failure(trace, *cursor);
}

std::vector<Contradiction> PairCheck::run(const record::TraceSource& trace, std::size_t most) {
  std::unordered_set<std::uint32_t> incomplete;
  for (const record::Incomplete& each : trace.notes().incomplete) incomplete.insert(each.rank);
  std::erase_if(marked_, [&](const Channel& each) { return incomplete.contains(each.source); });
  std::vector<Contradiction> found;
  if (marked_.empty() || most == 0) return found;
  std::unordered_map<Channel, Messages, ChannelHash> channels;
  each_message(trace, Kind::send, [&](std::uint32_t /*rank*/, const Record& record, const Channel& channel) {
    channels[channel].sent.push_back({record.bytes, record.line});
    return true;
  });
  each_message(trace, Kind::receive, [&](std::uint32_t rank, const Record& record, const Channel& channel) {
    std::string text = judge(record, channels[channel]);
    if (!text.empty()) found.push_back({rank, record, std::move(text)});
    return found.size() < most;
  });
  return found;
}

/// Fault of the message that a receive takes; empty when there is none.
std::string PairCheck::judge(const Record& receive, Messages& messages) const {
  const std::uint64_t order = ++messages.received;
  const std::uint64_t number = receive.match != 0 ? receive.match : order;
  const auto fault = [&](std::string_view what) {
    return receive.match != 0 ? fmt::format("match={}, but {}", number, what)
                              : fmt::format("by its order it takes message {}, but {}", number, what);
  };
  if (number > messages.sent.size()) {
    return fault(
        fmt::format("rank {} sends only {} with this tag and communicator", receive.peer, messages.sent.size()));
  }
  Sent& sent = messages.sent[number - 1];
  if (sent.bytes != receive.bytes)
    return fault(fmt::format("that message, sent in line {}, has {} bytes", sent.line, sent.bytes));
  if (sent.taken_in != 0) {
    return fault(
        fmt::format("that message, sent in line {}, is taken by the receive in line {}", sent.line, sent.taken_in));
  }
  sent.taken_in = receive.line;
  return {};
}

}  // namespace trgen::commands
