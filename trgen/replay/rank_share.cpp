// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/rank_share.hpp"

namespace trgen::replay {

using fsin::never;
using fsin::workload::Action;
using fsin::workload::Activity;
using fsin::workload::Message;

RankShare::RankShare(AllRanks& ranks, unsigned self, std::shared_ptr<const record::TraceSource> source,
                     const ReplaySettings& settings)
    : ranks_(ranks), self_(self), reader_(std::move(source), settings), mailbox_(settings.order) {
  for (const std::uint8_t share : ranks.share_of) count_ += share == self ? 1 : 0;
  unfinished_ = count_;
}

Action RankShare::next(std::uint32_t number, Cycle now) {
  const Rank& rank = ranks_.ranks[number];
  if (rank.at(Event::Kind::compute) && now >= rank.busy_until) {
    advance(number, now);
    return action(number, now + 1, now + 1);
  }
  pass_receives(number, now);
  return action(number, now, never);
}

Action RankShare::sent(std::uint32_t number, Cycle now) {
  ++messages_sent_;
  ranks_.ranks[number].active(now);
  advance(number, now);
  return action(number, now + 1, now + 1);
}

std::uint32_t RankShare::expect(const Message& message) { return mailbox_.send(key(message)); }

std::int64_t RankShare::outstanding() const {
  const auto ranks = static_cast<std::int64_t>(unfinished_);
  if (ranks_.order == Order::causal) return ranks;
  return ranks + static_cast<std::int64_t>(messages_sent_ - mailbox_.messages_delivered());
}

void RankShare::add_to(fsin::workload::Report& report) const {
  report.messages_sent += messages_sent_;
  report.messages_delivered += mailbox_.messages_delivered();
  report.messages_to_self += reader_.self_messages();
  report.ranks += count_;
  report.ranks_finished += count_ - unfinished_;
}

/// Starts the next action of the rank, after one that ended in cycle `now`.
void RankShare::advance(std::uint32_t number, Cycle now) {
  Rank& rank = ranks_.ranks[number];
  rank.head = reader_.next(number, ranks_.timeline != nullptr ? &changes_ : nullptr);
  rank.flow = nullptr;
  const Cycle active = rank.last_active;
  const Event& event = rank.head;
  if (event.kind == Event::Kind::compute) {
    rank.busy_until = now + event.cycles;
    rank.last_active = rank.busy_until;
    rank.computed += event.cycles;
  } else if (event.kind == Event::Kind::receive) {
    rank.flow = &mailbox_.await(key({event.peer, number, event.tag, event.communicator, event.bytes}));
  } else if (event.kind == Event::Kind::end) {
    --unfinished_;
  }
  if (ranks_.timeline != nullptr) tell_changes(number, active);
}

/// Tells the states that the rank has passed on the way to the action at its head, and that action, if it is a burst or
/// a send. Before, the rank was active up to cycle `active`.
void RankShare::tell_changes(std::uint32_t number, Cycle active) {
  const Rank& rank = ranks_.ranks[number];
  fsin::workload::Timeline& timeline = *ranks_.timeline;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    Cycle up_to = active;
    if (rank.at(Event::Kind::compute) && i + 1 == changes_.size()) {  // it ends the burst
      up_to = rank.busy_until;
      if (up_to > active) timeline.span(number, Activity::compute, active + 1, up_to);
    }
    if (changes_[i].enters) {
      timeline.enter(number, {reader_.source().state_names()[changes_[i].state], {}}, up_to + 1);
    } else {
      timeline.leave(number, up_to);
    }
  }
  changes_.clear();
  if (rank.at(Event::Kind::send)) timeline.starts(number, rank.head.peer, rank.head.bytes);
}

/// The rank passes a receive in cycle `now`.
void RankShare::tell_received(std::uint32_t number, Cycle now) const {
  const Rank& rank = ranks_.ranks[number];
  fsin::workload::Timeline& timeline = *ranks_.timeline;
  timeline.taken(number, rank.flow->index);
  if (now > rank.last_active + 1) timeline.span(number, Activity::wait_message, rank.last_active + 1, now - 1);
  if (now > rank.last_active) timeline.span(number, Activity::send, now, now);
}

FlowKey RankShare::key(const Message& message) const {
  const bool by_packets = ranks_.match == Match::packets;
  return {message.destination, message.source, message.tag, message.communicator,
          by_packets ? ranks_.packetiser.packets(message.bytes) : message.bytes};
}

void RankShare::pass_receives(std::uint32_t number, Cycle now) {
  Rank& rank = ranks_.ranks[number];
  while (rank.at(Event::Kind::receive) && rank.flow->complete()) {
    if (ranks_.timeline != nullptr) tell_received(number, now);
    mailbox_.receive(*rank.flow);
    rank.received(now);
    advance(number, now);
  }
}

/// The current action of the rank: a send may start in cycle `from`, a receive that is complete is passed in cycle
/// `again`.
Action RankShare::action(std::uint32_t number, Cycle from, Cycle again) const {
  const Rank& rank = ranks_.ranks[number];
  const Event& event = rank.head;
  switch (event.kind) {
    case Event::Kind::compute:
      return {Action::Kind::compute, rank.busy_until, {}};
    case Event::Kind::send:
      return {Action::Kind::send, from, {number, event.peer, event.tag, event.communicator, event.bytes}};
    case Event::Kind::receive:
      return {Action::Kind::wait, rank.flow->complete() ? again : never, {}};
    case Event::Kind::broken:
      return {Action::Kind::failed, never, {}};
    case Event::Kind::end:
      break;
  }
  return {};
}

}  // namespace trgen::replay
