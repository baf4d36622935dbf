// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/outbox_tasks.hpp"

#include <algorithm>

namespace trgen::replay {

using fsin::never;
using fsin::workload::Action;

Action OutboxTasks::next(std::uint32_t rank, Cycle now) {
  Outbox& box = share_.all.outboxes[rank];
  if (box.state == Outbox::State::copies) {
    if (share_.all.shares_copies(rank)) box.busy_until = share_.all.copied_until(rank, task_of(rank), now);
    if (now < box.busy_until) return {Action::Kind::compute, box.busy_until, {}, false};
    arrivals_.hand_over(share_.outgoing.front(box).message, box.began, now, true);
    leave(rank);
  }
  if (share_.all.shares_copies(rank)) share_.all.settle_copies(rank, now);  // those that were asked for before
  Action action = this->action(rank, now);
  if (box.state == Outbox::State::copies && box.busy_until <= now) action.cycle = box.busy_until = now + 1;
  return action;
}

/// The first message of the outbox has left. That changes nothing for other tasks, unless the rank waits for it.
void OutboxTasks::leave(std::uint32_t rank) {
  Outbox& box = share_.all.outboxes[rank];
  const Outgoing& outgoing = share_.outgoing.front(box);
  if (rendezvous_ == nullptr || !rendezvous_->left(rank, outgoing)) {
    share_.all.end_send(rank, outgoing.request);
    if (waits_.stands_at(rank, outgoing.request)) {
      share_.rouses = true;
      share_.roused.push_back(rank);
    }
  }
  share_.outgoing.pop(box);
  box.state = Outbox::State::idle;
}

/// What the outbox does from cycle `from` on.
Action OutboxTasks::action(std::uint32_t rank, Cycle from) {
  Outbox& box = share_.all.outboxes[rank];
  if (box.empty()) return {Action::Kind::wait, never, {}, share_.rouses};
  const Outgoing& outgoing = share_.outgoing.front(box);
  const Cycle first = std::max(from, outgoing.from);
  if (first > from && share_.all.posts_behind_calls(rank)) return {Action::Kind::wait, first, {}, share_.rouses};
  teller_.background(rank, first);
  if (!share_.all.is_near(rank, outgoing.message.destination)) {
    box.state = Outbox::State::sends;
    return {Action::Kind::send, first, outgoing.message, share_.rouses};
  }
  box.state = Outbox::State::copies;
  box.began = first;
  if (share_.all.shares_copies(rank)) {
    share_.all.request_copy(rank, task_of(rank), outgoing.message.bytes, first);
    box.busy_until = std::max(from, first);  // in which it learns when it ends
  } else {
    box.busy_until = std::max(from, first - 1 + share_.all.copy_cycles(rank, outgoing.message.bytes));
  }
  return {Action::Kind::compute, box.busy_until, {}, share_.rouses};
}

}  // namespace trgen::replay
