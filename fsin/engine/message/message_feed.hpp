// SPDX-License-Identifier: Apache-2.0
// A message-level workload under a model that carries whole messages: each is one transfer, and counts as one packet in
// every figure. A rank goes on in the cycle after the last phit of its message has left its node.
#pragma once

#include <string>
#include <vector>

#include "fsin/engine/message/agenda.hpp"
#include "fsin/engine/message/loop.hpp"
#include "fsin/workload/message_workload.hpp"

namespace fsin::engine::message {

class MessageFeed final : public workload::Accounts, private workload::Carrier {
 public:
  MessageFeed(workload::MessageWorkload& messages, unsigned phit_bytes, workload::Timeline* timeline)
      : messages_(messages),
        share_(messages.whole()),
        phit_bytes_(phit_bytes),
        timeline_(timeline),
        ranks_(messages.node_of_rank().size()),
        agenda_(ranks_.size()) {
    messages.tell(timeline);
  }

  void set_out() {
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) follow(rank, share_.next(rank, 0), 0);
  }
  Cycle next() const { return agenda_.next(); }

  void consumed(TransferNumber number, const Parcel& parcel, Cycle end, Cycle now) {
    const Message& message = under_way_[number];
    if (timeline_ != nullptr) {
      timeline_->message({message.source, message.destination, message.tag, message.bytes, parcel.entered, end});
    }
    if (share_.delivered(parcel.token)) agenda_.plan(message.destination, now);
  }

  void left(TransferNumber number, Cycle cycle) {
    const std::uint32_t rank = under_way_[number].source;
    tell_send(rank, cycle);
    follow(rank, share_.sent(rank, cycle), cycle);
  }

  template <class Begin>
  void act(Cycle now, Begin begin) {
    agenda_.serve(now, [&](std::uint32_t rank) {
      if (!ranks_[rank].sends) follow(rank, share_.next(rank, now), now);
      if (ranks_[rank].sends && ranks_[rank].cycle <= now) send(rank, begin);
    });
  }

  bool finished() const { return messages_.finished(); }
  bool failed() const { return messages_.failed(); }
  std::string failure() const { return messages_.failure(); }
  std::vector<std::string> explain_wait(std::size_t most) const { return messages_.explain_wait(most, *this); }
  const workload::Accounts& accounts() const { return *this; }

  double progress() const override { return messages_.progress(); }
  std::vector<workload::RankAccount> rank_accounts(Cycle now) const override {
    std::vector<workload::RankAccount> accounts = messages_.rank_accounts(now);
    for (std::size_t rank = 0; rank < accounts.size(); ++rank) {
      accounts[rank].wait_room = ranks_[rank].waited_room;
      if (ranks_[rank].began > now) accounts[rank].wait_room -= ranks_[rank].began - now - 1;
    }
    return accounts;
  }
  workload::Report report(Cycle now) const override {
    workload::Report report = messages_.report();
    report.packets_generated = begun_;
    report.phits_generated = phits_;
    report.set_means(rank_accounts(now));
    return report;
  }

 private:
  using Message = workload::Message;

  /// A rank that sends, or will when its cycle has come.
  struct Rank {
    bool sends = false;
    Cycle cycle = never;            ///< in which its message may begin to leave
    Cycle began = 0;                ///< in which it began to leave
    Cycle active = 0;               ///< in which the rank came to the send
    std::uint64_t waited_room = 0;  ///< cycles in which its messages waited for an injector
    Message message;
  };

  void follow(std::uint32_t rank, const workload::Action& action, Cycle now) {
    using Kind = workload::Action::Kind;
    ranks_[rank].sends = action.kind == Kind::send;
    if (action.kind == Kind::end || action.kind == Kind::failed) return;
    if (action.kind == Kind::send) {
      ranks_[rank].cycle = action.cycle;
      ranks_[rank].active = now;
      ranks_[rank].message = action.message;
      if (action.cycle <= now) return;  // the caller sends at once
    }
    if (action.cycle != never) agenda_.plan(rank, action.cycle);
  }

  template <class Begin>
  void send(std::uint32_t rank, Begin& begin) {
    Rank& sender = ranks_[rank];
    const Message& message = sender.message;
    const std::uint64_t phits = message.bytes == 0 ? 1 : (message.bytes - 1) / phit_bytes_ + 1;
    const std::span<const std::uint32_t> node_of = messages_.node_of_rank();
    const Transfer transfer{node_of[rank], node_of[message.destination], message.bytes, phits};
    const Begun begun = begin(Sending{transfer, share_.expect(message), sender.cycle});
    if (under_way_.size() <= begun.number) under_way_.resize(begun.number + std::size_t{1});
    under_way_[begun.number] = message;
    sender.cycle = never;
    sender.began = begun.leaves;
    if (begun.leaves > sender.active + 1) sender.waited_room += begun.leaves - sender.active - 1;
    ++begun_;
    phits_ += phits;
  }

  /// The rank's message has left up to cycle `last`.
  void tell_send(std::uint32_t rank, Cycle last) {
    if (timeline_ == nullptr) return;
    const Cycle came = ranks_[rank].active + 1, first = std::max(ranks_[rank].began, came);
    if (came < first) timeline_->span(rank, workload::Activity::wait_room, came, first - 1);
    if (first <= last) timeline_->span(rank, workload::Activity::send, first, last);
  }

  std::string arrived(std::uint32_t /*receiver*/, std::uint32_t /*flow*/) const override { return "it is under way"; }
  std::string left(std::uint32_t /*sender*/) const override { return "it is leaving"; }

  workload::MessageWorkload& messages_;
  workload::MessageShare& share_;
  unsigned phit_bytes_;
  workload::Timeline* timeline_;
  std::vector<Rank> ranks_;
  Agenda agenda_;
  std::vector<Message> under_way_;  ///< by number of the transfer
  std::uint64_t begun_ = 0;
  std::uint64_t phits_ = 0;
};

}  // namespace fsin::engine::message
