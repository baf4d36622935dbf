// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/rank_share.hpp"

#include "fsin/core/prefetch.hpp"

namespace trgen::replay {

using fsin::never;
using fsin::NodeId;
using fsin::workload::Activity;
using fsin::workload::Poll;
using Kind = Event::Kind;

Cast::Cast(const ReplaySettings& settings, const fsin::workload::NetworkFacts& facts)
    : order(settings.order),
      packetiser(facts),
      ranks(settings.node_of_rank.size()),
      rank_at(facts.nodes, nobody),
      share_of(ranks.size()) {
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    ranks[rank].node = settings.node_of_rank[rank];
    rank_at[ranks[rank].node] = rank;
  }
}

RankShare::RankShare(Cast& cast, Post& post, unsigned self, std::shared_ptr<const record::TraceSource> source,
                     const ReplaySettings& settings, fsin::OriginalRandom* random)
    : cast_(cast),
      self_(self),
      reader_(std::move(source), settings),
      mailbox_(settings.order, settings.match),
      counter_(post, self),
      random_(random) {
  for (std::uint32_t rank = 0; rank < cast.ranks.size(); ++rank) {
    if (cast.share_of[rank] != self) continue;
    ++ranks_;
    ++unfinished_;
    advance(rank, 0);
    cast.ranks[rank].ready = 1;
  }
}

Poll RankShare::poll(NodeId node, Cycle now, bool room) {
  Poll answer;
  const std::uint32_t number = cast_.rank_at[node.index()];
  if (number == Cast::nobody) return answer;
  Rank& rank = cast_.ranks[number];
  if (rank.at(Kind::compute)) {
    if (now >= rank.busy_until) {
      advance(number, now);
      rank.ready = now + 1;
    }
  } else {
    pass_receives(number, now);
    if (rank.at(Kind::send)) send_packet(number, now, room, answer);
  }
  if (!answer.wants_room) answer.next = next_poll(rank, now);
  answer.more = answer.offers && rank.at(Kind::send) && random_ == nullptr;
  return answer;
}

void RankShare::prefetch(NodeId node) const {
  const std::uint32_t number = cast_.rank_at[node.index()];
  if (number == Cast::nobody) return;
  const auto* rank = reinterpret_cast<const char*>(&cast_.ranks[number]);
  for (std::size_t line = 0; line < sizeof(Rank); line += 64) fsin::prefetch_line(rank + line);
}

bool RankShare::delivered(const fsin::workload::Delivery& delivery) {
  const std::uint64_t before = mailbox_.messages_delivered();
  const std::uint32_t token = RemoteToken::is(delivery.token) ? counter_.arrived(delivery.token) : delivery.token;
  // Whole messages are told apart by the token; packets that are matched one by one, by their flow.
  const FlowKey flow = cast_.lives.wanted() && mailbox_.by_packets() ? mailbox_.key_of(token) : FlowKey{};
  Flow* completed = mailbox_.deliver(token);
  if (cast_.lives.wanted() && mailbox_.messages_delivered() != before) {
    cast_.lives.end(life_name(flow, delivery.token), delivery.cycle);
  }
  return completed != nullptr && completed->awaited && mailbox_.complete(*completed);
}

std::int64_t RankShare::outstanding() const {
  const auto ranks = static_cast<std::int64_t>(unfinished_);
  if (cast_.order == Order::causal) return ranks;
  return ranks + static_cast<std::int64_t>(messages_sent_ - mailbox_.messages_delivered());
}

void RankShare::take_mail() {
  counter_.read([this](const FlowKey& key, std::uint64_t packets) { return mailbox_.send(key, packets); });
}

void RankShare::add_to(fsin::workload::Report& report) const {
  report.packets_generated += packets_sent_;
  report.phits_generated += phits_sent_;
  report.messages_sent += messages_sent_;
  report.messages_delivered += mailbox_.messages_delivered();
  report.messages_to_self += reader_.self_messages();
  report.ranks += ranks_;
  report.ranks_finished += ranks_ - unfinished_;
}

/// Takes the next event of the rank, which follows one that ended in cycle `now`.
void RankShare::advance(std::uint32_t number, Cycle now) {
  Rank& rank = cast_.ranks[number];
  rank.head = reader_.next(number);
  rank.flow = nullptr;
  const Event& event = rank.head;
  if (event.kind == Kind::compute) {
    rank.busy_until = now + event.cycles;
    rank.last_active = rank.busy_until;
    rank.computed += event.cycles;
    if (cast_.lives.wanted() && event.cycles != 0)
      cast_.lives.span(number, Activity::compute, now + 1, rank.busy_until);
  } else if (event.kind == Kind::receive) {
    rank.flow = &mailbox_.await(key(event, event.peer, number));
  } else if (event.kind == Kind::send) {
    begin_send(number, now);
  } else if (event.kind == Kind::end) {
    --unfinished_;
  }
}

void RankShare::begin_send(std::uint32_t number, Cycle now) {
  Rank& rank = cast_.ranks[number];
  const FlowKey flow = key(rank.head, number, rank.head.peer);
  const unsigned receiver = cast_.share_of[rank.head.peer];
  rank.packets_left = cast_.packetiser.packets(rank.head.bytes);
  rank.peer_node = cast_.ranks[rank.head.peer].node;
  rank.token =
      receiver == self_ ? mailbox_.send(flow, rank.packets_left) : counter_.announce(receiver, flow, rank.packets_left);
  rank.ready = now;
}

FlowKey RankShare::key(const Event& event, std::uint32_t source, std::uint32_t receiver) const {
  return {receiver, source, event.tag, event.communicator,
          mailbox_.by_packets() ? cast_.packetiser.packets(event.bytes) : event.bytes};
}

FlowKey RankShare::life_name(const FlowKey& flow, std::uint32_t token) const {
  if (mailbox_.by_packets()) return flow;
  return {RemoteToken::is(token) ? Cast::nobody : self_, token, 0, 0, 0};
}

void RankShare::pass_receives(std::uint32_t number, Cycle now) {
  Rank& rank = cast_.ranks[number];
  while (rank.at(Kind::receive) && mailbox_.complete(*rank.flow)) {
    mailbox_.receive(*rank.flow);
    active(number, now);
    advance(number, now);
  }
}

/// The rank does something in cycle `now`.
void RankShare::active(std::uint32_t number, Cycle now) {
  Rank& rank = cast_.ranks[number];
  if (cast_.lives.wanted()) {
    if (now > rank.last_active + 1) {
      const Activity waiting = rank.at(Kind::send) ? Activity::wait_room : Activity::wait_message;
      cast_.lives.span(number, waiting, rank.last_active + 1, now - 1);
    }
    if (now > rank.last_active) cast_.lives.span(number, Activity::send, now, now);
  }
  rank.active(now);
}

void RankShare::begin_life(std::uint32_t number, Cycle now) {
  const Rank& rank = cast_.ranks[number];
  const Event& event = rank.head;
  if (rank.packets_left != cast_.packetiser.packets(event.bytes)) return;
  cast_.lives.begin(life_name(key(event, number, event.peer), rank.token),
                    {number, event.peer, event.tag, event.bytes, now, 0});
}

void RankShare::send_packet(std::uint32_t number, Cycle now, bool room, Poll& answer) {
  Rank& rank = cast_.ranks[number];
  if (random_ != nullptr) random_->next();  // choice of the injector
  answer.wants_room = !room;
  answer.offers = room;
  if (!room) return;
  if (cast_.lives.wanted()) begin_life(number, now);
  const bool last = --rank.packets_left == 0;
  answer.packet.destination = NodeId(rank.peer_node);
  answer.packet.phits = last ? cast_.packetiser.last_phits(rank.head.bytes) : cast_.packetiser.full_phits();
  answer.packet.token = rank.token;
  answer.packet.generated = rank.ready;
  ++packets_sent_;
  phits_sent_ += answer.packet.phits;
  active(number, now);
  if (last) {
    ++messages_sent_;
    advance(number, now);
  }
  rank.ready = now + 1;
}

Cycle RankShare::next_poll(const Rank& rank, Cycle now) const {
  switch (rank.head.kind) {
    case Kind::compute:
      return rank.busy_until;
    case Kind::send:
      return now + 1;
    case Kind::receive:
      return mailbox_.complete(*rank.flow) ? now + 1 : never;
    default:
      return never;
  }
}

}  // namespace trgen::replay
