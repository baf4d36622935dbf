// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/replay.hpp"

#include <limits>

#include "trgen/replay/explain.hpp"
#include "trgen/replay/mailbox.hpp"
#include "trgen/replay/message_lives.hpp"
#include "trgen/replay/packets.hpp"
#include "trgen/replay/rank.hpp"

namespace trgen::replay {
namespace {

using fsin::never;
using fsin::NodeId;
using fsin::workload::Activity;
using fsin::workload::Delivery;
using fsin::workload::NetworkFacts;
using fsin::workload::Poll;
using fsin::workload::Report;
using fsin::workload::Workload;
using Kind = Event::Kind;

class Replay final : public Workload {
 public:
  Replay(std::shared_ptr<const record::TraceSource> source, const ReplaySettings& settings, const NetworkFacts& facts,
         fsin::OriginalRandom* random, fsin::workload::Timeline* timeline)
      : reader_(std::move(source), settings),
        mailbox_(settings.order, settings.match),
        packetiser_(facts),
        order_(settings.order),
        random_(random),
        timeline_(timeline),
        lives_(timeline),
        ranks_(settings.node_of_rank.size()),
        rank_at_(facts.nodes, nobody),
        unfinished_(ranks_.size()) {
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      ranks_[rank].node = settings.node_of_rank[rank];
      rank_at_[ranks_[rank].node] = rank;
      advance(rank, 0);
      ranks_[rank].ready = 1;
    }
  }

  Poll poll(NodeId node, Cycle now, bool room) override {
    Poll answer;
    const std::uint32_t number = rank_at_[node.index()];
    if (number == nobody) return answer;
    Rank& rank = ranks_[number];
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
    return answer;
  }

  bool delivered(const Delivery& delivery) override {
    const std::uint64_t before = mailbox_.messages_delivered();
    Flow* completed = mailbox_.deliver(delivery.token);
    if (timeline_ != nullptr && mailbox_.messages_delivered() != before) lives_.end(delivery.token, delivery.cycle);
    if (completed == nullptr) return false;
    const Rank& receiver = ranks_[completed->key.receiver];
    return receiver.at(Kind::receive) && receiver.flow == completed && mailbox_.complete(*completed);
  }

  Cycle first_poll(NodeId node) const override {
    const std::uint32_t rank = rank_at_[node.index()];
    return rank == nobody || ranks_[rank].at(Kind::end) ? never : 1;
  }

  bool finished() const override {
    return unfinished_ == 0 && (order_ == Order::causal || mailbox_.messages_delivered() == messages_sent_);
  }

  double progress() const override {
    const auto records = static_cast<double>(reader_.source().records());
    return records > 0 ? static_cast<double>(reader_.records_read()) / records : 1;
  }

  Report report(Cycle now) const override;

  std::vector<fsin::workload::RankAccount> rank_accounts(Cycle now) const override {
    std::vector<fsin::workload::RankAccount> accounts;
    accounts.reserve(ranks_.size());
    for (const Rank& rank : ranks_) accounts.push_back(rank.account(now));
    return accounts;
  }

  std::vector<std::string> explain_wait(std::size_t most) const override {
    return explain(ranks_, reader_.source(), mailbox_, most);
  }

  std::string failure() const override { return reader_.failure(); }

 private:
  static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

  /// Takes the next event of the rank, which follows one that ended in cycle `now`.
  void advance(std::uint32_t number, Cycle now) {
    Rank& rank = ranks_[number];
    rank.head = reader_.next(number);
    rank.flow = nullptr;
    const Event& event = rank.head;
    if (event.kind == Kind::compute) {
      rank.busy_until = now + event.cycles;
      rank.last_active = rank.busy_until;
      rank.computed += event.cycles;
      if (timeline_ != nullptr && event.cycles != 0)
        timeline_->span(number, Activity::compute, now + 1, rank.busy_until);
    } else if (event.kind == Kind::receive) {
      rank.flow = &mailbox_.await(key(event, event.peer, number));
    } else if (event.kind == Kind::send) {
      rank.packets_left = packetiser_.packets(event.bytes);
      rank.token = mailbox_.send(key(event, number, event.peer), rank.packets_left);
      rank.ready = now;
    } else if (event.kind == Kind::end) {
      --unfinished_;
    }
  }

  FlowKey key(const Event& event, std::uint32_t source, std::uint32_t receiver) const {
    return {receiver, source, event.tag, event.communicator,
            mailbox_.by_packets() ? packetiser_.packets(event.bytes) : event.bytes};
  }

  void pass_receives(std::uint32_t number, Cycle now) {
    Rank& rank = ranks_[number];
    while (rank.at(Kind::receive) && mailbox_.complete(*rank.flow)) {
      mailbox_.receive(*rank.flow);
      active(number, now);
      advance(number, now);
    }
  }

  /// The rank does something in cycle `now`.
  void active(std::uint32_t number, Cycle now) {
    Rank& rank = ranks_[number];
    if (timeline_ != nullptr) {
      if (now > rank.last_active + 1) {
        const Activity waiting = rank.at(Kind::send) ? Activity::wait_room : Activity::wait_message;
        timeline_->span(number, waiting, rank.last_active + 1, now - 1);
      }
      if (now > rank.last_active) timeline_->span(number, Activity::send, now, now);
    }
    rank.active(now);
  }

  void begin_life(std::uint32_t number, Cycle now) {
    const Rank& rank = ranks_[number];
    const Event& event = rank.head;
    if (rank.packets_left != packetiser_.packets(event.bytes)) return;
    lives_.begin(rank.token, {number, event.peer, event.tag, event.bytes, now, 0});
  }

  void send_packet(std::uint32_t number, Cycle now, bool room, Poll& answer) {
    Rank& rank = ranks_[number];
    if (random_ != nullptr) random_->next();  // choice of the injector
    answer.wants_room = !room;
    answer.offers = room;
    if (!room) return;
    if (timeline_ != nullptr) begin_life(number, now);
    const bool last = --rank.packets_left == 0;
    answer.packet.destination = NodeId(ranks_[rank.head.peer].node);
    answer.packet.phits = last ? packetiser_.last_phits(rank.head.bytes) : packetiser_.full_phits();
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

  Cycle next_poll(const Rank& rank, Cycle now) const {
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

  EventReader reader_;
  Mailbox mailbox_;
  Packetiser packetiser_;
  Order order_;
  fsin::OriginalRandom* random_;
  fsin::workload::Timeline* timeline_;
  MessageLives lives_;
  std::vector<Rank> ranks_;
  std::vector<std::uint32_t> rank_at_;  ///< by node
  std::uint64_t unfinished_;
  std::uint64_t packets_sent_ = 0;
  std::uint64_t phits_sent_ = 0;
  std::uint64_t messages_sent_ = 0;
};

Report Replay::report(Cycle now) const {
  Report report;
  report.packets_generated = packets_sent_;
  report.phits_generated = phits_sent_;
  report.messages_sent = messages_sent_;
  report.messages_delivered = mailbox_.messages_delivered();
  report.messages_to_self = reader_.self_messages();
  report.ranks = ranks_.size();
  report.ranks_finished = ranks_.size() - unfinished_;
  Cycle most = 0;
  for (const Rank& rank : ranks_) {
    const fsin::workload::RankAccount account = rank.account(now);
    most = std::max(most, account.compute);
    report.compute_cycles += static_cast<double>(account.compute);
    report.wait_cycles += static_cast<double>(account.wait_message + account.wait_room);
  }
  if (!ranks_.empty()) {
    report.compute_cycles /= static_cast<double>(ranks_.size());
    report.wait_cycles /= static_cast<double>(ranks_.size());
  }
  report.max_compute_cycles = static_cast<double>(most);
  return report;
}

}  // namespace

std::unique_ptr<Workload> make_trace_replay(std::shared_ptr<const record::TraceSource> source,
                                            const ReplaySettings& settings, const NetworkFacts& facts,
                                            fsin::OriginalRandom* random, fsin::workload::Timeline* timeline) {
  return std::make_unique<Replay>(std::move(source), settings, facts, random, timeline);
}

}  // namespace trgen::replay
