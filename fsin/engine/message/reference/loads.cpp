// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/reference/loads.hpp"

#include <algorithm>

namespace fsin::engine::message::reference {

void RankLoad::set_out() {
  for (std::uint32_t task = 0; task < tasks_.size(); ++task) follow(task, share_.next(task, 0), 0);
}

Cycle RankLoad::next() const {
  Cycle next = never;
  for (const Task& each : tasks_) {
    if (each.kind != Kind::end && each.kind != Kind::failed && !each.leaving) next = std::min(next, each.cycle);
  }
  for (const Unseen& each : unseen_) next = std::min(next, each.sent + 1);
  return waking_ == nullptr ? next : std::min(next, waking_->due());
}

void RankLoad::consumed(const Activity& each, Cycle now) {
  const workload::Message& message = each.message;
  if (timeline_ != nullptr) {
    workload::MessageLife life{message.source,      message.destination, message.tag,      message.bytes,
                               each.parcel.entered, each.ended,          each.parcel.token};
    life.background = each.task >= messages_.ranks();
    life.hops = 1;
    life.entered = each.parcel.entered;
    life.ready = each.parcel.entered;
    life.waited = each.leaves - each.parcel.entered;
    life.control = share_.is_control(message);
    timeline_->message(life);
  }
  share_.delivered(each.parcel.token, now);
}

/// All tasks that wait, and those whose burst is over. What crosses no network has come before that.
void RankLoad::ask(Cycle now) {
  for (const Unseen& each : unseen_) {
    if (each.sent >= now) continue;
    share_.delivered(each.flow, now);
    moved_ = true;
  }
  std::erase_if(unseen_, [now](const Unseen& each) { return each.sent < now; });
  for (std::uint32_t task = 0; task < tasks_.size(); ++task) {
    const Task& self = tasks_[task];
    const bool due = self.kind == Kind::wait || (self.kind == Kind::compute && self.cycle <= now);
    if (!due) continue;
    moved_ |= self.cycle <= now;
    follow(task, share_.next(task, now), now);
  }
}

void RankLoad::follow(std::uint32_t task, const workload::Action& action, Cycle now) {
  Task& self = tasks_[task];
  self.kind = action.kind;
  self.cycle = action.cycle;
  self.leaving = false;
  moved_ |= action.kind != Kind::wait || action.rouses;
  if (action.kind != Kind::send) return;
  self.message = action.message;
  // A rank has completed something in this cycle; a task that sends for a rank does nothing else.
  self.came = task < messages_.ranks() ? std::max(now + 1, action.cycle) : action.cycle;
}

Activity RankLoad::activity_of(std::uint32_t task) {
  const workload::Message& message = tasks_[task].message;
  const std::span<const std::uint32_t> node_of = messages_.node_of_task();
  const std::uint64_t phits = std::max<std::uint64_t>(1, (message.bytes + phit_bytes_ - 1) / phit_bytes_);
  Activity one;
  one.transfer = {node_of[task], node_of[message.destination], message.bytes, phits};
  one.parcel = {one.transfer.source, one.transfer.destination, share_.expect(message), 1, phits, 0, tasks_[task].cycle};
  one.message = message;
  one.task = task;
  return one;
}

void RankLoad::begun(const Activity& one) {
  Task& sender = tasks_[one.task];
  sender.leaving = true;
  sender.leaves = one.leaves;
  if (one.leaves > sender.came) sender.waited_room += one.leaves - sender.came;
  ++sent_;
  phits_ += one.transfer.phits;
}

void RankLoad::left(const Activity& one, Cycle now) {
  const Task& sender = tasks_[one.task];
  const auto tell = [&](workload::Activity activity, Cycle first, Cycle last) {
    if (timeline_ == nullptr || first > last) return;
    if (one.task < messages_.ranks()) return timeline_->span(one.task, activity, first, last);
    timeline_->background(one.message.source, activity, first, last);
  };
  const Cycle first = std::max(sender.leaves, sender.came);
  tell(workload::Activity::wait_room, sender.came, first - 1);
  tell(workload::Activity::send, first, now);
  follow(one.task, share_.sent(one.task, now), now);
}

std::vector<workload::RankAccount> RankLoad::rank_accounts(Cycle now) const {
  std::vector<workload::RankAccount> accounts = messages_.rank_accounts(now);
  for (std::size_t rank = 0; rank < accounts.size(); ++rank) {
    accounts[rank].wait_room = tasks_[rank].waited_room;
    if (tasks_[rank].leaves > now) accounts[rank].wait_room -= tasks_[rank].leaves - (now + 1);  // not yet
  }
  return accounts;
}

workload::Report RankLoad::report(Cycle now) const {
  workload::Report report = messages_.report();
  report.packets_generated = sent_;
  report.phits_generated = phits_;
  report.set_means(rank_accounts(now));
  return report;
}

}  // namespace fsin::engine::message::reference
