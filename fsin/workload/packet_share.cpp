// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/packet_share.hpp"

namespace fsin::workload {

using Kind = Action::Kind;

PacketRanks::PacketRanks(std::span<const std::uint32_t> nodes_of_ranks, const NetworkFacts& facts, Timeline* timeline)
    : packetiser(facts),
      node_of_rank(nodes_of_ranks),
      rank_at(facts.nodes, nobody),
      share_of(nodes_of_ranks.size()),
      senders(nodes_of_ranks.size()),
      told(timeline != nullptr ? nodes_of_ranks.size() : 0),
      lives(timeline) {
  for (std::uint32_t rank = 0; rank < node_of_rank.size(); ++rank) rank_at[node_of_rank[rank]] = rank;
}

PacketShare::PacketShare(PacketRanks& ranks, NoticeBoxes& boxes, unsigned self, MessageShare& messages,
                         const PacketRules& rules)
    : ranks_(ranks),
      self_(self),
      messages_(messages),
      memory_(messages.rank_memory()),
      transits_(rules.pooled),
      remote_(boxes, self),
      random_(rules.random) {
  for (std::uint32_t rank = 0; rank < ranks.senders.size(); ++rank) {
    if (ranks.share_of[rank] == self) follow(rank, messages.next(rank, 0), 0);
  }
}

Poll PacketShare::poll(NodeId node, Cycle now, bool room) {
  Poll answer;
  const std::uint32_t rank = ranks_.rank_at[node.index()];
  if (rank == PacketRanks::nobody) return answer;
  Sender& sender = ranks_.senders[rank];
  if (sender.kind == Kind::compute) {
    if (now >= sender.cycle) follow(rank, messages_.next(rank, now), now);
  } else {
    if (sender.kind == Kind::wait) follow(rank, messages_.next(rank, now), now);
    if (sender.kind == Kind::send) send_packet(rank, now, room, answer);
  }
  if (!answer.wants_room) answer.next = sender.kind == Kind::send ? now + 1 : sender.cycle;
  answer.more = answer.offers && sender.kind == Kind::send && random_ == nullptr;
  return answer;
}

void PacketShare::prefetch(NodeId node) const {
  const std::uint32_t rank = ranks_.rank_at[node.index()];
  if (rank == PacketRanks::nobody) return;
  prefetch_line(&ranks_.senders[rank]);
  const char* memory = memory_.first + rank * memory_.stride;
  for (std::size_t line = 0; line < memory_.stride; line += 64) prefetch_line(memory + line);
}

bool PacketShare::delivered(const Delivery& delivery) {
  const std::uint32_t token = RemoteToken::is(delivery.token) ? remote_.arrived(delivery.token) : delivery.token;
  if (!transits_.arrived(token)) return false;
  if (ranks_.lives.wanted()) {
    const Message name = transits_.pooled() ? names_[token] : Message{};
    ranks_.lives.end(life_name(name, delivery.token), delivery.cycle);
  }
  return messages_.delivered(transits_.close(token));
}

void PacketShare::take_notices() {
  remote_.read([this](const Message& message, std::uint64_t packets) { return open(message, packets); });
}

/// A count for the packets of a message to one of this share's ranks. Their token.
std::uint32_t PacketShare::open(const Message& message, std::uint64_t packets) {
  const std::uint32_t flow = messages_.expect(message);
  if (ranks_.lives.wanted() && transits_.pooled()) {
    if (names_.size() <= flow) names_.resize(flow + std::size_t{1});
    names_[flow] = message;
  }
  return transits_.open(flow, packets);
}

/// The rank does what is said from now on; what it did before ended in cycle `now`.
void PacketShare::follow(std::uint32_t rank, const Action& action, Cycle now) {
  Sender& sender = ranks_.senders[rank];
  sender.kind = action.kind;
  sender.cycle = action.cycle;
  if (action.kind == Kind::send) begin_send(rank, action.message, now);
}

void PacketShare::begin_send(std::uint32_t rank, const Message& message, Cycle now) {
  Sender& sender = ranks_.senders[rank];
  const unsigned receiver = ranks_.share_of[message.destination];
  sender.active = now;
  sender.packets_left = ranks_.packetiser.packets(message.bytes);
  sender.last_phits = ranks_.packetiser.last_phits(message.bytes);
  sender.peer_node = ranks_.node_of_rank[message.destination];
  sender.token =
      receiver == self_ ? open(message, sender.packets_left) : remote_.announce(receiver, message, sender.packets_left);
  if (ranks_.lives.wanted()) ranks_.told[rank] = message;
}

void PacketShare::send_packet(std::uint32_t rank, Cycle now, bool room, Poll& answer) {
  Sender& sender = ranks_.senders[rank];
  if (random_ != nullptr) random_->next();  // choice of the injector
  answer.wants_room = !room;
  answer.offers = room;
  if (!room) return;
  if (ranks_.lives.wanted()) tell_packet(rank, now);
  const bool last = --sender.packets_left == 0;
  answer.packet.destination = NodeId(sender.peer_node);
  answer.packet.phits = last ? sender.last_phits : ranks_.packetiser.full_phits();
  answer.packet.token = sender.token;
  answer.packet.generated = sender.cycle;
  ++packets_sent_;
  phits_sent_ += answer.packet.phits;
  if (now > sender.active + 1) sender.waited_room += now - sender.active - 1;
  sender.active = now;
  sender.cycle = now + 1;
  if (last) follow(rank, messages_.sent(rank, now), now);
}

void PacketShare::tell_packet(std::uint32_t rank, Cycle now) {
  const Sender& sender = ranks_.senders[rank];
  const Message& message = ranks_.told[rank];
  if (sender.packets_left == ranks_.packetiser.packets(message.bytes)) {
    ranks_.lives.begin(life_name(message, sender.token),
                       {message.source, message.destination, message.tag, message.bytes, now, 0});
  }
  if (now > sender.active + 1) ranks_.lives.span(rank, Activity::wait_room, sender.active + 1, now - 1);
  if (now > sender.active) ranks_.lives.span(rank, Activity::send, now, now);
}

LifeName PacketShare::life_name(const Message& message, std::uint32_t token) const {
  if (!transits_.pooled()) return {RemoteToken::is(token) ? PacketRanks::nobody : self_, token, 0, 0, 0};
  return {message.destination, message.source, message.tag, message.communicator,
          ranks_.packetiser.packets(message.bytes)};
}

}  // namespace fsin::workload
