// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/packetised_workload.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "fsin/workload/least_flights.hpp"
#include "fsin/workload/packet_share.hpp"
#include "fsin/workload/waking.hpp"

namespace fsin::workload {
namespace {

class Packetised : public Workload, public Divisible, public Resumable, public Carrier, public LeastFlights {
 public:
  Packetised(std::unique_ptr<MessageWorkload> messages, const NetworkFacts& facts, const PacketRules& rules)
      : messages_(std::move(messages)), facts_(facts), rules_(rules) {
    prepare(1);
    messages_->tell(timeline());
    shares_.push_back(std::make_unique<PacketShare>(*tasks_, *boxes_, 0, messages_->whole(), rules_));
  }

  Poll poll(NodeId node, Cycle now, bool room) override { return shares_[0]->poll(node, now, room); }
  bool delivered(const Delivery& delivery) override { return shares_[0]->delivered(delivery); }
  const Prefetching* prefetching() const override { return shares_[0].get(); }
  bool failed() const override { return messages_->failed(); }

  Divisible* divisible() override {
    return rules_.random != nullptr || messages_->divisible() == nullptr ? nullptr : this;
  }
  std::vector<Share*> divide(const Division& division) override;

  Resumable* resumable() override { return messages_->resumable() != nullptr ? this : nullptr; }
  void save(ByteWriter& out) const override {
    out(*boxes_);
    tasks_->lives.save(out);
    for (const auto& share : shares_) share->archive_all(out);
    messages_->resumable()->save(out);
  }
  void load(ByteReader& in) override {
    in(*boxes_);
    tasks_->lives.load(in);
    for (const auto& share : shares_) share->archive_all(in);
    messages_->resumable()->load(in);
    for (const auto& share : shares_) share->restore_shared_nodes();
  }

  /// A message is not there before one of its packets can be.
  void told_least_flight(LeastFlight least) override {
    if (auto* asks = dynamic_cast<LeastFlights*>(messages_.get())) {
      asks->told_least_flight([of_packet = least(0)](std::uint64_t /*bytes*/) { return of_packet; });
    }
  }

  Cycle first_poll(NodeId node) const override {
    for (std::uint32_t task = tasks_->first_at[node.index()]; task != PacketTasks::nobody;
         task = tasks_->next_at[task]) {
      if (tasks_->senders[task].kind != Action::Kind::end) return 1;
    }
    return never;
  }
  bool finished() const override { return messages_->finished(); }
  double progress() const override { return messages_->progress(); }
  std::string failure() const override { return messages_->failure(); }

  Report report(Cycle now) const override {
    Report report = messages_->report();
    for (const auto& share : shares_) share->add_to(report);
    report.set_means(rank_accounts(now));
    return report;
  }
  std::vector<RankAccount> rank_accounts(Cycle now) const override;
  std::vector<std::string> explain_wait(std::size_t most) const override {
    return messages_->explain_wait(most, *this);
  }

  std::string arrived(std::uint32_t receiver, std::uint32_t flow) const override;
  std::string left(std::uint32_t sender) const override {
    return fmt::format("{} packets left", tasks_->senders[sender].packets_left);
  }

 protected:
  /// A task has something to do that it has not told; returns its node, which is to be polled.
  std::uint32_t wake(std::uint32_t task) { return shares_[0]->wake(task); }

 private:
  Timeline* timeline() { return tasks_->lives.wanted() ? &tasks_->lives : nullptr; }
  void prepare(unsigned parts) {
    shares_.clear();
    tasks_.emplace(*messages_, facts_, rules_.timeline);
    boxes_.emplace(parts);
  }

  std::unique_ptr<MessageWorkload> messages_;
  NetworkFacts facts_;
  PacketRules rules_;
  std::optional<PacketTasks> tasks_;
  std::optional<NoticeBoxes> boxes_;
  std::vector<std::unique_ptr<PacketShare>> shares_;  ///< the shares of this process
};

/// The same of messages that are decided upon outside.
class WakingPacketised final : public Packetised, public Waking {
 public:
  WakingPacketised(Waking& waking, std::unique_ptr<MessageWorkload> messages, const NetworkFacts& facts,
                   const PacketRules& rules)
      : Packetised(std::move(messages), facts, rules), waking_(waking) {}

  Divisible* divisible() override { return nullptr; }
  Cycle due() const override { return waking_.due(); }
  std::span<const std::uint32_t> woken(Cycle now) override {
    nodes_.clear();
    for (const std::uint32_t task : waking_.woken(now)) nodes_.push_back(wake(task));
    return nodes_;
  }

 private:
  Waking& waking_;
  std::vector<std::uint32_t> nodes_;  ///< woken last
};

std::vector<Share*> Packetised::divide(const Division& division) {
  prepare(division.parts);
  if (division.parts > 1) {
    for (std::size_t task = 0; task < tasks_->share_of.size(); ++task) {
      tasks_->share_of[task] = division.part_of_node[tasks_->node_of_task[task]];
    }
  }
  messages_->tell(nullptr);  // the first actions of ranks have been reported
  const auto messages = messages_->divisible()->divide({tasks_->share_of, division.parts, division.only});
  std::vector<Share*> shares(division.parts);
  for (unsigned part = 0; part < division.parts; ++part) {
    if (!division.here(part)) continue;
    shares_.push_back(std::make_unique<PacketShare>(*tasks_, *boxes_, part, *messages[part], rules_));
    shares[part] = shares_.back().get();
  }
  messages_->tell(timeline());
  return shares;
}

std::vector<RankAccount> Packetised::rank_accounts(Cycle now) const {
  std::vector<RankAccount> accounts = messages_->rank_accounts(now);
  for (std::size_t rank = 0; rank < accounts.size(); ++rank) {
    const Sender& sender = tasks_->senders[rank];
    accounts[rank].wait_room = sender.waited_room;
    if (sender.kind == Action::Kind::send && now > sender.active) accounts[rank].wait_room += now - sender.active;
  }
  return accounts;
}

std::string Packetised::arrived(std::uint32_t receiver, std::uint32_t flow) const {
  const unsigned part = tasks_->share_of[receiver];
  for (const auto& share : shares_) {
    if (share->number() != part) continue;
    const Transits::Count count = share->transits().oldest(flow);
    return fmt::format("{} of {} packets arrived", count.arrived, count.packets);
  }
  return {};
}

}  // namespace

std::unique_ptr<Workload> make_packetised(std::unique_ptr<MessageWorkload> messages, const NetworkFacts& facts,
                                          const PacketRules& rules) {
  if (auto* waking = dynamic_cast<Waking*>(messages.get())) {
    return std::make_unique<WakingPacketised>(*waking, std::move(messages), facts, rules);
  }
  return std::make_unique<Packetised>(std::move(messages), facts, rules);
}

std::size_t packetised_bytes_of_rank() { return sizeof(Sender) + sizeof(std::uint8_t); }

std::size_t packetised_bytes_of_message(bool pooled) { return Transits::bytes_of_message(pooled); }

}  // namespace fsin::workload
