// SPDX-License-Identifier: Apache-2.0
// The part of CausalCheck for the situation in which no rank can continue: it finds out which rank waits for which
// message, reports it, and skips the receive, so that one check finds all problems.
#include <fmt/format.h>

#include <map>

#include "trgen/commands/causal_check.hpp"

namespace trgen::commands {

using record::Kind;
using record::Record;

/// Follows each waiting rank to the one at the end of the chain, and leaves it there if that one is incomplete.
void CausalCheck::leave_stuck() {
  constexpr std::uint32_t unknown = 0xffffffff;
  std::vector<std::uint32_t> lost(ranks_.size(), unknown);
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    if (ranks_[rank].incomplete) lost[rank] = rank;
  }
  std::vector<std::uint32_t> chain;
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    chain.clear();
    std::uint32_t at = rank;
    while (lost[at] == unknown && ranks_[at].blocked && chain.size() <= ranks_.size()) {
      chain.push_back(at);
      at = ranks_[at].waiting.peer;
    }
    if (lost[at] == unknown) continue;
    for (const std::uint32_t each : chain) lost[each] = lost[at];
  }
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    Rank& at = ranks_[rank];
    if (!at.blocked || at.stuck || lost[rank] == unknown) continue;
    at.stuck = true;
    if (at.incomplete) continue;
    result_.waiting.push_back({rank, at.waiting.line, words(at.waiting), lost[rank]});
  }
}

/// True when some rank can continue again. False when no rank waits: all have ended or are stuck.
bool CausalCheck::resolve_stall() {
  if (!trace_.notes().incomplete.empty()) leave_stuck();
  std::vector<std::uint32_t> blocked;
  for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) {
    if (ranks_[rank].blocked && !ranks_[rank].stuck) blocked.push_back(rank);
  }
  if (blocked.empty() || !cursor_->failure().empty()) return false;
  const std::vector<std::uint64_t> sends = later_sends(blocked);
  bool passed = false;
  for (std::size_t i = 0; i < blocked.size() && !full(); ++i) {
    if (sends[i] != 0) continue;
    const Record& waiting = ranks_[blocked[i]].waiting;
    if (balance_) ++balance_->of({channel_of(blocked[i], waiting), waiting.bytes}).excused;
    unmatched_.push_back({blocked[i], waiting, fmt::format("rank {} never sends this message", waiting.peer)});
    pass(blocked[i]);
    passed = true;
  }
  if (!passed && !full() && !pass_short_receive(blocked)) report_cycles(blocked, sends);
  return true;
}

/// A receive takes the first message of its channel, so that a missing message shows only when a later one is awaited
/// in vain. The first rank that waits in a channel with fewer sends than receives continues without a message.
bool CausalCheck::pass_short_receive(const std::vector<std::uint32_t>& blocked) {
  for (const std::uint32_t rank : blocked) {
    const Record waiting = ranks_[rank].waiting;
    MessageBalance::Count& count = balance().of({channel_of(rank, waiting), waiting.bytes});
    if (!count.short_of_sends()) continue;
    unmatched_.push_back({rank, waiting,
                          fmt::format("rank {} sends {} messages of this tag, communicator and size, rank {} receives "
                                      "{}: this one or an earlier one is never sent",
                                      waiting.peer, count.sent, rank, count.received)});
    ++count.excused;
    pass(rank);
    return true;
  }
  return false;
}

MessageBalance& CausalCheck::balance() {
  if (balance_) return *balance_;
  balance_.emplace(trace_);
  for (const Passed& each : unmatched_) {
    ++balance_->of({channel_of(each.rank, each.record), each.record.bytes}).excused;
  }
  return *balance_;
}

/// For each blocked rank, the line of the send that it waits for, later in the records of the source; 0 if there is
/// none. Needs a cursor of its own, since the main one must not move.
std::vector<std::uint64_t> CausalCheck::later_sends(const std::vector<std::uint32_t>& blocked) {
  std::unordered_map<record::SizedChannel, std::size_t, record::SizedChannelHash> wanted;
  std::map<std::uint32_t, std::size_t> by_source;  // number of ranks that wait for each source
  for (std::size_t i = 0; i < blocked.size(); ++i) {
    const Record& waiting = ranks_[blocked[i]].waiting;
    wanted[{channel_of(blocked[i], waiting), waiting.bytes}] = i;
    ++by_source[waiting.peer];
  }
  std::vector<std::uint64_t> found(blocked.size(), 0);
  auto debts = debts_;
  const auto ahead = trace_.open();
  Record record;
  for (auto [source, open] : by_source) {
    for (std::uint64_t i = 0; i < ranks_[source].consumed; ++i) ahead->next(source, record);
    while (open > 0 && ahead->next(source, record)) {
      if (record.kind != Kind::send) continue;
      const auto match = wanted.find({channel_of(source, record), record.bytes});
      if (match == wanted.end() || found[match->second] != 0) continue;
      const auto debt = debts.find(match->first);
      if (debt != debts.end() && debt->second > 0) {
        --debt->second;
        continue;
      }
      found[match->second] = record.line;
      --open;
    }
  }
  record::stop_at_failure(trace_, *ahead);
  return found;
}

/// Every blocked rank waits for one that is blocked too, so the chain of waiting ranks ends in a cycle.
void CausalCheck::report_cycles(const std::vector<std::uint32_t>& blocked, const std::vector<std::uint64_t>& sends) {
  std::vector<std::uint64_t> send_of(trace_.ranks(), 0);
  for (std::size_t i = 0; i < blocked.size(); ++i) send_of[blocked[i]] = sends[i];
  std::vector<std::uint32_t> seen_from(trace_.ranks(),
                                       0);  // for each rank: 1 + index of the chain in which it was seen
  for (std::size_t i = 0; i < blocked.size() && !full(); ++i) {
    const auto walk = static_cast<std::uint32_t>(i + 1);
    std::uint32_t at = blocked[i];
    while (seen_from[at] == 0) {
      seen_from[at] = walk;
      at = ranks_[at].waiting.peer;
    }
    if (seen_from[at] != walk) continue;
    std::vector<std::uint32_t> cycle{at};
    for (std::uint32_t next = ranks_[at].waiting.peer; next != at; next = ranks_[next].waiting.peer) {
      cycle.push_back(next);
    }
    report_cycle(cycle, send_of);
  }
}

void CausalCheck::report_cycle(const std::vector<std::uint32_t>& cycle, const std::vector<std::uint64_t>& send_of) {
  constexpr std::size_t most_members = 8;
  std::string text = fmt::format("impossible order, {} wait for each other: ",
                                 cycle.size() == 1 ? "a rank" : fmt::format("{} ranks", cycle.size()));
  if (cycle.size() == 1) text = "impossible order: ";
  for (std::size_t i = 0; i < cycle.size() && i < most_members; ++i) {
    const std::uint32_t rank = cycle[i];
    const Record& wait = ranks_[rank].waiting;
    text += fmt::format("{}rank {} waits in line {} ({}) for what rank {} sends in line {}", i == 0 ? "" : ", ", rank,
                        wait.line, words(wait), wait.peer, send_of[rank]);
  }
  if (cycle.size() > most_members) text += ", ...";
  const std::uint32_t first = cycle.front();
  const Record wait = ranks_[first].waiting;
  if (++result_.impossible_orders <= most_problems_)
    orders_.push_back({first, wait.line, words(wait), std::move(text)});
  ++debts_[{channel_of(first, wait), wait.bytes}];
  pass(first);
}

/// The rank continues as if its message had arrived.
void CausalCheck::pass(std::uint32_t rank) {
  ranks_[rank].blocked = false;
  runnable_.push_back(rank);
}

/// Reports receives that were passed and messages that remain. If both belong to the same channel, they are one
/// problem, a size that differs.
void CausalCheck::report_unmatched() {
  for (const Passed& each : unmatched_) {
    // After an early stop, messages in flight may well be received later.
    const auto message =
        result_.complete ? in_flight_.take(channel_of(each.rank, each.record), std::nullopt) : std::nullopt;
    if (!message) {
      add(each.rank, each.record, each.text);
      continue;
    }
    add(each.rank, each.record,
        fmt::format("the size differs: rank {} sends {} bytes in line {}", each.record.peer, message->bytes,
                    message->line));
  }
  unmatched_.clear();
  if (full()) return;
  // Messages to a rank that did not get so far are no fault of the trace.
  const auto expected = [&](const InFlightMessage& each) {
    const Rank& to = ranks_[each.channel.destination];
    return to.stuck;
  };
  result_.unreceived += in_flight_.drop_if(expected);
  const std::size_t room = most_problems_ - result_.problems.size();
  for (const InFlightMessage& each : in_flight_.left(room + 1)) {
    const Record sent{.kind = Kind::send,
                      .peer = each.channel.destination,
                      .tag = each.channel.tag,
                      .communicator = each.channel.communicator,
                      .bytes = each.bytes,
                      .line = each.line};
    add(each.channel.source, sent, fmt::format("rank {} never receives this message", sent.peer));
  }
}

}  // namespace trgen::commands
