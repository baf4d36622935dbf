// SPDX-License-Identifier: Apache-2.0
// The two loads of the reference engine: tasks that send messages, and nodes that offer packets.
#pragma once

#include <string>
#include <vector>

#include "fsin/engine/message/reference/activity.hpp"
#include "fsin/workload/waking.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine::message::reference {

/// The tasks of a message-level workload, by the contract in fsin/workload/message_workload.hpp.
class RankLoad final : public workload::Accounts, private workload::Carrier {
 public:
  RankLoad(workload::MessageWorkload& messages, unsigned phit_bytes, workload::Timeline* timeline)
      : messages_(messages),
        share_(messages.whole()),
        waking_(dynamic_cast<workload::Waking*>(&messages)),
        phit_bytes_(phit_bytes),
        timeline_(timeline),
        tasks_(messages.node_of_task().size()) {
    messages.tell(timeline);
  }

  void set_out();
  Cycle next() const;

  void consumed(const Activity& each, Cycle now);
  void consumed_last(const Activity& /*each*/) {}
  /// Whether anything happened. `begin` takes a model's activity, of which this fills in what it knows.
  template <class Begin>
  bool act(Cycle now, Begin begin) {
    moved_ = false;
    if (waking_ != nullptr) waking_->woken(now);  // whoever waits is asked anyway
    ask(now);
    for (std::uint32_t task = 0; task < tasks_.size(); ++task) {
      if (tasks_[task].kind == Kind::send && !tasks_[task].leaving && tasks_[task].cycle <= now) send(task, now, begin);
    }
    return moved_;
  }
  /// The network has taken it.
  void begun(const Activity& one);
  /// The message of a task has left in this cycle.
  void left(const Activity& one, Cycle now);

  bool finished() const { return share_.outstanding() == 0; }
  bool stands_still() const { return false; }  // all that moves is awaited
  bool failed() const { return share_.failed(); }
  std::string failure() const { return messages_.failure(); }
  std::vector<std::string> explain_wait(std::size_t most) const { return messages_.explain_wait(most, *this); }
  const workload::Accounts& accounts() const { return *this; }

  double progress() const override { return messages_.progress(); }
  std::vector<workload::RankAccount> rank_accounts(Cycle now) const override;
  workload::Report report(Cycle now) const override;

 private:
  using Kind = workload::Action::Kind;

  struct Task {
    Kind kind = Kind::end;
    Cycle cycle = never;    ///< in which it can go on
    Cycle came = 0;         ///< first cycle in which it does nothing else than to wait for its message to leave
    Cycle leaves = 0;       ///< of that message, once it has begun
    bool leaving = false;   ///< its message has begun and has not left
    Cycle waited_room = 0;  ///< cycles in which its messages waited for an injector
    workload::Message message;
  };
  /// A message that crosses no network.
  struct Unseen {
    Cycle sent = 0;
    std::uint32_t flow = 0;
  };

  void ask(Cycle now);
  void follow(std::uint32_t task, const workload::Action& action, Cycle now);
  template <class Begin>
  void send(std::uint32_t task, Cycle now, Begin& begin) {
    const workload::Passage passage = share_.passage(tasks_[task].message);
    if (passage == workload::Passage::unseen) {
      unseen_.push_back({now, share_.expect(tasks_[task].message)});
    } else {
      Activity one = activity_of(task);
      one.released = passage == workload::Passage::released;
      begin(one);
    }
    if (passage != workload::Passage::held) follow(task, share_.sent(task, now), now);
  }
  Activity activity_of(std::uint32_t task);

  std::string arrived(std::uint32_t /*receiver*/, std::uint32_t /*flow*/) const override { return "it is under way"; }
  std::string left(std::uint32_t /*task*/) const override { return "it is leaving"; }

  workload::MessageWorkload& messages_;
  workload::MessageShare& share_;
  workload::Waking* waking_;  ///< null: tasks act only when they have said so, or something has come
  unsigned phit_bytes_;
  workload::Timeline* timeline_;
  std::vector<Task> tasks_;
  std::vector<Unseen> unseen_;
  std::uint64_t sent_ = 0, phits_ = 0;
  bool moved_ = false;
};

/// The nodes of a packet-level workload. There is always room in the injection buffer.
class PacketLoad {
 public:
  PacketLoad(workload::Workload& workload, std::size_t nodes, unsigned phit_bytes)
      : workload_(workload),
        waking_(dynamic_cast<workload::Waking*>(&workload)),
        phit_bytes_(phit_bytes),
        next_(nodes) {}

  void set_out() {
    for (std::uint32_t node = 0; node < next_.size(); ++node) next_[node] = workload_.first_poll(NodeId(node));
  }
  Cycle next() const {
    const Cycle due = waking_ == nullptr ? never : waking_->due();
    return std::min(due, *std::min_element(next_.begin(), next_.end()));
  }

  void consumed(const Activity& each, Cycle /*now*/) { workload_.delivered(delivery_of(each.parcel, each.ended)); }
  void consumed_last(const Activity& each) { workload_.delivered_last(delivery_of(each.parcel, each.ended)); }
  template <class Begin>
  bool act(Cycle now, Begin begin) {
    bool moved = false;
    if (waking_ != nullptr) waking_->woken(now);  // every node is asked anyway
    for (std::uint32_t node = 0; node < next_.size(); ++node) {
      moved |= next_[node] <= now;
      const workload::Poll answer = workload_.poll(NodeId(node), now, true);
      next_[node] = answer.next;
      if (!answer.offers) continue;
      Activity one;
      one.transfer = {node, answer.packet.destination.value, std::uint64_t{answer.packet.phits} * phit_bytes_,
                      answer.packet.phits};
      one.parcel = {node, one.transfer.destination, answer.packet.token, 1, answer.packet.phits,
                    now,  answer.packet.generated};
      one.released = true;  // packets leave a buffer that is never full
      begin(one);
      moved = true;
    }
    return moved;
  }
  void begun(const Activity& /*one*/) {}
  void left(const Activity& /*one*/, Cycle /*now*/) {}

  bool finished() const { return workload_.finished(); }
  bool stands_still() const { return workload_.moving() == 0; }
  bool failed() const { return workload_.failed(); }
  std::string failure() const { return workload_.failure(); }
  std::vector<std::string> explain_wait(std::size_t most) const { return workload_.explain_wait(most); }
  const workload::Accounts& accounts() const { return workload_; }

 private:
  workload::Workload& workload_;
  workload::Waking* waking_;  ///< null: nodes act only when they have said so, or something has come
  unsigned phit_bytes_;
  std::vector<Cycle> next_;  ///< by node
};

}  // namespace fsin::engine::message::reference
