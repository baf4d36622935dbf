// SPDX-License-Identifier: Apache-2.0
#include "tests/trgen/replay/plain_replay.hpp"

#include <algorithm>

namespace trgen::replay::testing {

using fsin::workload::Action;
using fsin::workload::Message;
using fsin::workload::RankAccount;

PlainReplay::PlainReplay(const record::TraceSource& trace, const ReplaySettings& settings,
                         const fsin::workload::NetworkFacts& facts)
    : settings_(settings), packetiser_(facts), ranks_(trace.ranks()) {
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].events = {{.kind = Event::Kind::compute}};  // of no cycles
    for (const Event& each : read(trace, rank)) ranks_[rank].events.push_back(each);
    ranks_[rank].events.push_back({.kind = Event::Kind::end});
  }
}

/// Messages between ranks, and bursts from the end of a state to the beginning of the next one.
std::vector<PlainReplay::Event> PlainReplay::read(const record::TraceSource& trace, std::uint32_t rank) const {
  std::vector<Event> events;
  const auto cursor = trace.open();
  record::Record record;
  std::uint64_t left = 0;  // end of the last state, while the rank is between two
  bool between = false;
  Wide carry = 0;
  while (cursor->next(rank, record)) {
    switch (record.kind) {
      case record::Kind::state_end:
        left = record.time_ns;
        between = true;
        break;
      case record::Kind::state_start:
        if (settings_.bursts && between && record.time_ns > left) {
          const std::uint64_t cycles = settings_.burst_clock.cycles(record.time_ns - left, carry).value();
          if (cycles != 0) events.push_back({.kind = Event::Kind::compute, .cycles = cycles});
        }
        between = false;
        break;
      case record::Kind::send:
        if (record.peer != rank)
          events.push_back({Event::Kind::send, 0, {rank, record.peer, record.tag, record.communicator, record.bytes}});
        break;
      case record::Kind::receive:
        if (record.peer != rank && settings_.order == Order::causal)
          events.push_back(
              {Event::Kind::receive, 0, {record.peer, rank, record.tag, record.communicator, record.bytes}});
        break;
    }
  }
  return events;
}

std::uint32_t PlainReplay::flow_of(const Message& message) {
  const std::uint64_t size = settings_.match == Match::packets ? packetiser_.packets(message.bytes) : message.bytes;
  const Key key{message.destination, message.source, message.tag, message.communicator, size};
  const auto number = static_cast<std::uint32_t>(ready_.size());
  const auto [at, is_new] = flows_.emplace(key, number);
  if (is_new) ready_.push_back(0);
  return at->second;
}

void PlainReplay::advance(Rank& rank, Cycle now) {
  const Event& next = rank.events[++rank.at];
  if (next.kind == Event::Kind::compute) {
    rank.busy_until = rank.last_active = now + next.cycles;
    rank.computed += next.cycles;
  } else if (next.kind == Event::Kind::send) {
    ++rank.messages;
    rank.bytes += next.message.bytes;
  }
}

/// What the rank does: a send may begin in cycle `from`, and a message that is there is received in it.
Action PlainReplay::action(std::uint32_t number, Cycle from) {
  const Rank& rank = ranks_[number];
  switch (rank.head().kind) {
    case Event::Kind::compute:
      return {Action::Kind::compute, rank.busy_until, {}};
    case Event::Kind::send:
      return {Action::Kind::send, from, rank.head().message};
    case Event::Kind::receive:
      return {Action::Kind::wait, ready_[flow_of(rank.head().message)] != 0 ? from : fsin::never, {}};
    case Event::Kind::end:
      break;
  }
  return {Action::Kind::end, fsin::never, {}};
}

Action PlainReplay::next(std::uint32_t number, Cycle now) {
  Rank& rank = ranks_[number];
  if (rank.head().kind == Event::Kind::compute) {
    if (now < rank.busy_until) return action(number, now);
    advance(rank, now);
    return action(number, now + 1);
  }
  while (rank.head().kind == Event::Kind::receive && ready_[flow_of(rank.head().message)] != 0) {
    --ready_[flow_of(rank.head().message)];
    if (now > rank.last_active + 1) rank.waited += now - rank.last_active - 1;
    rank.last_active = std::max(rank.last_active, now);
    advance(rank, now);
  }
  return action(number, now);
}

Action PlainReplay::sent(std::uint32_t number, Cycle now) {
  Rank& rank = ranks_[number];
  ++sent_;
  rank.last_active = std::max(rank.last_active, now);
  advance(rank, now);
  return action(number, now + 1);
}

bool PlainReplay::delivered(std::uint32_t flow, Cycle /*now*/) {
  ++delivered_;
  ++ready_[flow];
  return settings_.order == Order::causal;
}

std::int64_t PlainReplay::outstanding() const {
  const auto unfinished = std::count_if(ranks_.begin(), ranks_.end(),
                                        [](const Rank& rank) { return rank.head().kind != Event::Kind::end; });
  return unfinished + (settings_.order == Order::asap ? static_cast<std::int64_t>(sent_ - delivered_) : 0);
}

fsin::workload::Report PlainReplay::report() const {
  fsin::workload::Report report;
  report.messages_sent = sent_;
  report.messages_delivered = delivered_;
  return report;
}

std::vector<RankAccount> PlainReplay::rank_accounts(Cycle now) const {
  std::vector<RankAccount> accounts;
  for (const Rank& rank : ranks_) {
    RankAccount account;
    account.node = fsin::NodeId(settings_.node_of_rank[accounts.size()]);
    account.messages = rank.messages;
    account.bytes = rank.bytes;
    account.compute = rank.computed;
    if (rank.head().kind == Event::Kind::compute && rank.busy_until > now) account.compute -= rank.busy_until - now;
    account.wait_message = rank.waited;
    if (rank.head().kind == Event::Kind::receive && now > rank.last_active)
      account.wait_message += now - rank.last_active;
    account.finished = rank.head().kind == Event::Kind::end ? std::min(rank.last_active, now) : now;
    account.ended = rank.head().kind == Event::Kind::end;
    accounts.push_back(account);
  }
  return accounts;
}

}  // namespace trgen::replay::testing
