// SPDX-License-Identifier: Apache-2.0
// A message-level workload under a model that carries whole messages: each is one transfer, and counts as one packet in
// every figure. A task continues in the cycle after the last phit of its message has left its node.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fsin/engine/message/agenda.hpp"
#include "fsin/engine/message/loop.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/roused_tasks.hpp"
#include "fsin/workload/waking.hpp"

namespace fsin::engine::message {

class MessageFeed final : public workload::Accounts, private workload::Carrier {
 public:
  MessageFeed(workload::MessageWorkload& messages, unsigned phit_bytes, workload::Timeline* timeline)
      : messages_(messages),
        share_(messages.whole()),
        roused_(dynamic_cast<const workload::RousedTasks*>(&share_)),
        waking_(dynamic_cast<workload::Waking*>(&messages)),
        phit_bytes_(phit_bytes),
        timeline_(timeline),
        tasks_(messages.node_of_task().size()),
        agenda_(tasks_.size()) {
    messages.tell(timeline);
    group_by_node();
  }

  void set_out() {
    for (std::uint32_t task = 0; task < tasks_.size(); ++task) follow(task, share_.next(task, 0), 0);
  }
  Cycle next() const {
    Cycle next = agenda_.next();
    if (!unseen_.empty()) next = std::min(next, unseen_.front().cycle + 1);
    return waking_ == nullptr ? next : std::min(next, waking_->due());
  }

  /// Delivers messages that cross no network, in the cycle after the one in which they were sent.
  void arrive(Cycle now) {
    std::size_t done = 0;
    for (; done < unseen_.size() && unseen_[done].cycle < now; ++done) {
      if (share_.delivered(unseen_[done].token, now)) rouse(node_of(unseen_[done].destination), now);
    }
    unseen_.erase(unseen_.begin(), unseen_.begin() + static_cast<std::ptrdiff_t>(done));
    acted_ = acted_ || done != 0;
  }

  void consumed(TransferNumber number, const Parcel& parcel, Cycle end, Cycle now) {
    const Message& message = under_way_[number].message;
    if (timeline_ != nullptr) {
      workload::MessageLife life{message.source, message.destination, message.tag, message.bytes, parcel.entered, end};
      life.flow = parcel.token;
      life.background = under_way_[number].task >= messages_.ranks();
      life.hops = parcel.hops;
      life.entered = parcel.entered;
      life.ready = parcel.entered;
      life.waited = under_way_[number].leaves - parcel.entered;
      life.control = share_.is_control(message);
      timeline_->message(life);
    }
    if (share_.delivered(parcel.token, now)) rouse(node_of(message.destination), now);
  }

  void consumed_last(const Parcel& /*parcel*/, Cycle /*end*/) {}

  void left(TransferNumber number, Cycle cycle) {
    const std::uint32_t task = under_way_[number].task;
    if (under_way_[number].task_went_on) return;
    tell_send(task, cycle);
    follow(task, share_.sent(task, cycle), cycle);
    acted_ = false;  // the loop knows that something happened
  }

  /// Whether anything happened by it.
  template <class Begin>
  bool act(Cycle now, Begin begin) {
    if (waking_ != nullptr) {
      for (const std::uint32_t task : waking_->woken(now)) agenda_.plan(task, now);
    }
    agenda_.serve(now, [&](std::uint32_t task) {
      acted_ = acted_ || tasks_[task].again <= now;
      if (!tasks_[task].sends) {
        const workload::Action action = share_.next(task, now);
        follow(task, action, now);
        if (action.rouses) rouse_those_after(task, now);
      }
      if (tasks_[task].sends && tasks_[task].cycle <= now) send(task, now, begin);
    });
    return std::exchange(acted_, false);
  }

  workload::Resumable* resumable() { return messages_.resumable(); }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.tasks_, self.nodes_, self.agenda_, self.under_way_, self.unseen_, self.acted_, self.begun_, self.phits_);
  }

  static double bytes(const Amounts& amounts) {
    return amounts.tasks * (sizeof(Task) + Agenda::bytes_of_one()) + amounts.nodes * sizeof(Node) +
           Amounts::grown(amounts.transfers) * sizeof(UnderWay);
  }

  bool finished() const { return share_.outstanding() == 0; }
  bool stands_still() const { return false; }  // all that moves is awaited
  bool failed() const { return share_.failed(); }
  std::string failure() const { return messages_.failure(); }
  std::vector<std::string> explain_wait(std::size_t most) const { return messages_.explain_wait(most, *this); }
  const workload::Accounts& accounts() const { return *this; }

  double progress() const override { return messages_.progress(); }
  std::vector<workload::RankAccount> rank_accounts(Cycle now) const override {
    std::vector<workload::RankAccount> accounts = messages_.rank_accounts(now);
    for (std::size_t rank = 0; rank < accounts.size(); ++rank) {
      accounts[rank].wait_room = tasks_[rank].waited_room;
      if (tasks_[rank].began > now) accounts[rank].wait_room -= tasks_[rank].began - now - 1;
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

  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  /// A task that sends, or will send in a later cycle.
  struct Task {
    bool sends = false;
    bool waits = false;
    Cycle again = never;            ///< cycle in which it does something whether or not anything arrives
    Cycle cycle = never;            ///< cycle in which its message may begin to leave
    Cycle began = 0;                ///< cycle in which the message began to leave
    Cycle active = 0;               ///< cycle in which the task reached the send
    Cycle asked = 0;                ///< latest cycle in which it is asked if it waits then, since it was roused
    std::uint64_t waited_room = 0;  ///< cycles in which its messages waited for an injector
    std::uint32_t next = nobody;    ///< the next task of its node
    Message message;
  };
  /// The tasks of a node, in ascending order.
  struct Node {
    std::uint32_t first = nobody;
    Cycle asks_all = 0;   ///< latest cycle in which all that wait are asked
    Cycle asks_rest = 0;  ///< latest cycle in which those were, after one that had done something for them
  };
  struct UnderWay {
    Message message;
    std::uint32_t task = 0;     ///< the task that sends it
    bool task_went_on = false;  ///< the task went on before the message has left
    Cycle leaves = 0;           ///< cycle in which it begins to leave
  };
  struct Unseen {
    Cycle cycle = 0;  ///< cycle in which it was sent
    std::uint32_t token = 0;
    std::uint32_t destination = 0;  ///< rank
  };

  std::uint32_t node_of(std::uint32_t task) const { return messages_.node_of_task()[task]; }

  void group_by_node() {
    for (std::size_t i = tasks_.size(); i > 0; --i) {
      const auto task = static_cast<std::uint32_t>(i - 1);
      if (node_of(task) >= nodes_.size()) nodes_.resize(node_of(task) + std::size_t{1});
      tasks_[task].next = std::exchange(nodes_[node_of(task)].first, task);
    }
  }

  /// The tasks that the last answer concerns are asked in this cycle if they wait then: those that wait already, and
  /// those that will have begun to wait by then, which follow() sees to. All of the node where the share names none.
  void rouse(std::uint32_t node, Cycle cycle) {
    if (roused_ != nullptr) {
      for (const std::uint32_t task : roused_->roused()) {
        tasks_[task].asked = std::max(tasks_[task].asked, cycle);
        if (tasks_[task].waits) agenda_.plan(task, cycle);
      }
      return;
    }
    if (nodes_[node].asks_all == cycle) return;
    nodes_[node].asks_all = std::max(nodes_[node].asks_all, cycle);
    for (std::uint32_t task = nodes_[node].first; task != nobody; task = tasks_[task].next) {
      if (tasks_[task].waits) agenda_.plan(task, cycle);
    }
  }

  /// The tasks of this one's node that wait and come after it are asked in this cycle. Those that begin to wait in it
  /// are asked after what they have to see: the first task of a cycle does this for all.
  void rouse_those_after(std::uint32_t task, Cycle now) {
    if (roused_ != nullptr) {
      for (const std::uint32_t each : roused_->roused()) {
        if (each > task && tasks_[each].waits) agenda_.plan(each, now);
      }
      return;
    }
    if (std::exchange(nodes_[node_of(task)].asks_rest, now) == now) return;
    for (std::uint32_t each = tasks_[task].next; each != nobody; each = tasks_[each].next) {
      if (tasks_[each].waits) agenda_.plan(each, now);
    }
  }

  void follow(std::uint32_t task, const workload::Action& action, Cycle now) {
    using Kind = workload::Action::Kind;
    Task& self = tasks_[task];
    self.sends = action.kind == Kind::send;
    self.waits = action.kind == Kind::wait;
    self.again = action.cycle;
    acted_ = acted_ || !self.waits || action.rouses;
    if (action.rouses) rouse(node_of(task), now + 1);
    if (action.kind == Kind::end || action.kind == Kind::failed) return;
    if (action.kind == Kind::send) {
      self.cycle = action.cycle;
      self.active = task < messages_.ranks() ? std::max(now, action.cycle - 1) : action.cycle - 1;
      self.message = action.message;
      if (action.cycle <= now) return;  // the caller sends at once
    }
    if (action.cycle != never) agenda_.plan(task, action.cycle);
    const Cycle asked = roused_ != nullptr ? self.asked : nodes_[node_of(task)].asks_all;
    if (self.waits && asked > now) agenda_.plan(task, asked);
  }

  template <class Begin>
  void send(std::uint32_t task, Cycle now, Begin& begin) {
    Task& sender = tasks_[task];
    const Message message = sender.message;
    const workload::Passage passage = share_.passage(message);
    if (passage == workload::Passage::unseen) {
      unseen_.push_back({now, share_.expect(message), message.destination});
      return go_on(task, now);
    }
    const std::uint64_t phits = message.bytes == 0 ? 1 : (message.bytes - 1) / phit_bytes_ + 1;
    const Transfer transfer{node_of(task), node_of(message.destination), message.bytes, phits};
    const Begun begun = begin(Sending{transfer, share_.expect(message), sender.cycle});
    if (under_way_.size() <= begun.number) under_way_.resize(begun.number + std::size_t{1});
    under_way_[begun.number] = {message, task, passage == workload::Passage::released, begun.leaves};
    sender.cycle = never;
    sender.began = begun.leaves;
    if (begun.leaves > sender.active + 1) sender.waited_room += begun.leaves - sender.active - 1;
    ++begun_;
    phits_ += phits;
    if (passage == workload::Passage::released) go_on(task, now);
  }

  /// Lets the task go on in the cycle in which its message begins to leave.
  void go_on(std::uint32_t task, Cycle now) {
    tasks_[task].cycle = never;
    follow(task, share_.sent(task, now), now);
  }

  /// Reports that the message of the task has left, up to cycle `last`. A rank for which another task sends goes on
  /// meanwhile.
  void tell_send(std::uint32_t task, Cycle last) {
    if (timeline_ == nullptr) return;
    const auto tell = [&](workload::Activity activity, Cycle from, Cycle to) {
      if (from > to) return;
      if (task < messages_.ranks()) return timeline_->span(task, activity, from, to);
      timeline_->background(tasks_[task].message.source, activity, from, to);
    };
    const Cycle came = tasks_[task].active + 1, first = std::max(tasks_[task].began, came);
    tell(workload::Activity::wait_room, came, first - 1);
    tell(workload::Activity::send, first, last);
  }

  std::string arrived(std::uint32_t /*receiver*/, std::uint32_t /*flow*/) const override { return "it is under way"; }
  std::string left(std::uint32_t /*task*/) const override { return "it is leaving"; }

  workload::MessageWorkload& messages_;
  workload::MessageShare& share_;
  const workload::RousedTasks* roused_;  ///< null: the share does not name them
  workload::Waking* waking_;             ///< null: tasks act only when they have said so, or something has come
  unsigned phit_bytes_;
  workload::Timeline* timeline_;
  std::vector<Task> tasks_;
  std::vector<Node> nodes_;
  Agenda agenda_;
  std::vector<UnderWay> under_way_;  ///< by number of the transfer
  std::vector<Unseen> unseen_;       ///< in the order in which they were sent
  bool acted_ = false;               ///< something happened in this cycle
  std::uint64_t begun_ = 0;
  std::uint64_t phits_ = 0;
};

}  // namespace fsin::engine::message
