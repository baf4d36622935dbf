// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/share.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "trgen/replay/ranks/faults.hpp"

namespace trgen::replay {

using fsin::never;
using fsin::workload::Action;
using programs::OperationKind;

namespace {

constexpr std::uint32_t no_flow = 0xffffffffU;

}  // namespace

Share::Share(AllRanks& all, unsigned number, std::unique_ptr<OperationReader> reader)
    : state_(all, number, std::move(reader)),
      rendezvous_(Rendezvous::is_needed(all.settings) ? std::make_unique<Rendezvous>(state_) : nullptr),
      open_(all.settings.matches_as_mpi() ? std::make_unique<OpenReceives>(state_, *rendezvous_) : nullptr),
      teller_(state_),
      waits_(state_),
      sends_(state_, rendezvous_.get()),
      arrivals_(state_, rendezvous_.get(), open_.get()),
      outbox_tasks_(state_, arrivals_, waits_, rendezvous_.get()) {
  for (std::uint32_t rank = 0; rank < all.ranks.size(); ++rank) count_ += all.share_of[rank] == number ? 1 : 0;
  unfinished_ = count_;
  choose_operations();
}

void Share::choose_operations() {
  const ReplaySettings& settings = state_.all.settings;
  const auto progress_in_calls = [](const RankRules& rules) { return rules.costs.progress_in_calls; };
  state_.reader->may_skip({.bursts = state_.all.bursts.empty(),
                           .calls = !state_.all.calls_are_told && !settings.any_rules(progress_in_calls),
                           .receives = !state_.causal});
}

Action Share::next(std::uint32_t task, Cycle now) {
  arrivals_.settle(now);
  state_.forget_roused();
  const std::uint32_t ranks = state_.all.count;
  if (task >= ranks) return outbox_tasks_.next(task - ranks, now);
  Rank& rank = state_.all.ranks[task];
  if (rank.stage != Stage::busy && rank.stage != Stage::copy) {
    pass_waits(rank, task, now);
    return action(rank, task, now, never);
  }
  if (now < rank.last_active) return action(rank, task, now, never);
  if (rank.stage == Stage::busy && rank.computes && goes_on_computing(rank, task, now))
    return action(rank, task, now, never);
  if (rank.stage == Stage::copy) {
    if (goes_on_copying(rank, task, now)) return action(rank, task, now, never);
    const std::uint64_t cycles = state_.all.copy_cycles(task, rank.head.amount);
    const bool shares = state_.all.shares_copies(task);
    const Cycle began = shares ? state_.all.copies.first(task) : rank.last_active - cycles + 1;
    arrivals_.hand_over(sent_by(task, rank.head), began, now, false);
  }
  if (!std::exchange(rank.begins_later, false) || !begin(rank, task, now, now + 1)) proceed(rank, task, now, now + 1);
  return action(rank, task, now + 1, now + 1);
}

/// A copy that shares the bandwidth of the node lasts beyond the cycle up to which that was known.
bool Share::goes_on_copying(Rank& rank, std::uint32_t number, Cycle now) {
  if (!state_.all.shares_copies(number)) return false;
  const Cycle active = rank.last_active;
  rank.active(state_.all.copied_until(number, number, now));
  teller_.busy(number, active);
  return now < rank.last_active;
}

Action Share::sent(std::uint32_t task, Cycle now) {
  arrivals_.settle(now);
  state_.forget_roused();
  ++state_.messages_sent;
  const std::uint32_t ranks = state_.all.count;
  if (task >= ranks) return outbox_tasks_.sent(task - ranks, now);
  Rank& rank = state_.all.ranks[task];
  rank.active(now);
  proceed(rank, task, now, now + 1);
  return action(rank, task, now + 1, now + 1);
}

bool Share::delivered(std::uint32_t flow, Cycle now) {
  state_.forget_roused();
  const std::uint32_t receiver = state_.causal ? state_.mailbox.flow(flow).key.receiver : 0;
  if (!arrivals_.delivered(flow, now)) return false;
  state_.forget_roused();  // those of earlier cycles, which were told then
  state_.rouse_receiver(receiver);
  return true;
}

std::int64_t Share::outstanding() const {
  const auto ranks = static_cast<std::int64_t>(unfinished_);
  if (state_.causal) return ranks;
  return ranks + static_cast<std::int64_t>(state_.messages_sent + state_.near_messages -
                                           state_.mailbox.messages_delivered() + state_.control_messages);
}

/// Reads on after an operation that ended in cycle `now`, up to one that takes time. The rank is free from cycle
/// `from`.
void Share::proceed(Rank& rank, std::uint32_t number, Cycle now, Cycle from) {
  RoundMarks* const marks = state_.all.settings.marks.get();
  while (state_.reader->next(number, rank.head)) {
    if (marks != nullptr) marks->at(state_.self, number, state_.reader->step(number), now);
    if (begin(rank, number, now, from)) return;
  }
  if (marks != nullptr) marks->at(state_.self, number, ~std::uint64_t{0}, now);
  end(rank, number, now);
}

/// The rank has no further operation, or none that can be read.
void Share::end(Rank& rank, std::uint32_t number, Cycle now) {
  if (rendezvous_) rendezvous_->be_in_call(number, now);
  broken_ = broken_ || !reader().failure().empty();
  if (!broken_ && state_.all.calls_until(number) > now) return state_.all.be_busy(number, Stage::busy, now, 0);
  rank.stage = broken_ ? Stage::broken : Stage::end;
  if (!broken_) --unfinished_;
}

/// Begins the operation at the head. False for one that takes no time: the rank reads on.
bool Share::begin(Rank& rank, std::uint32_t number, Cycle now, Cycle from) {
  rank.flow = nullptr;
  const Fault fault = fault_of(state_.all, rank, number, rendezvous_ != nullptr, open_ != nullptr);
  if (fault != Fault::none) {
    break_off(number, fault_text(state_.all, number, fault));
    return true;
  }
  const bool posts = rank.head.kind == OperationKind::receive || rank.head.kind == OperationKind::receive_start;
  if (posts && state_.all.posts_behind_calls(number) && state_.all.calls_until(number) > now) {
    state_.all.be_busy(number, Stage::busy, now, 0);
    rank.begins_later = true;
    return true;
  }
  if (rendezvous_ && rank.head.kind != OperationKind::compute) rendezvous_->be_in_call(number, now);
  switch (rank.head.kind) {
    case OperationKind::compute:
      return begin_burst(rank, number, now);
    case OperationKind::send:
      return sends_.begin(rank, number, now, from);
    case OperationKind::receive:
      return begin_receive(rank, number, now);
    case OperationKind::send_start:
      sends_.start(rank, number, now, from);
      return false;
    case OperationKind::receive_start:
      start_receive(rank, number, now);
      return false;
    case OperationKind::wait:
      rank.stage = Stage::wait;
      return true;
    case OperationKind::wait_any:
      rank.stage = Stage::wait_any;
      return true;
    case OperationKind::enter:
    case OperationKind::leave:
      teller_.call(number);
      break;
    case OperationKind::collective:
      break;
  }
  return false;
}

bool Share::begin_receive(Rank& rank, std::uint32_t number, Cycle now) {
  if (!state_.causal || state_.all.is_own(number, rank.head.peer)) return false;
  rank.stage = Stage::receive;
  if (open_) {
    rank.received = false;
    open_->post(number, rank.head, own_request, now);
    return true;
  }
  if (rendezvous_) rendezvous_->post(number, rank.head, now);
  waits_.begin_receive(rank, number);
  return true;
}

void Share::start_receive(const Rank& rank, std::uint32_t number, Cycle now) {
  const programs::Operation& receive = rank.head;
  const bool own = state_.all.is_own(number, receive.peer);
  const bool comes = state_.causal && !own;
  if (receive.request != no_request) {
    using enum Request::State;
    state_.all.requests[number][receive.request] = Request::of(receive, comes ? receiving : sent);
  }
  if (own) return;
  if (open_) return open_->post(number, receive, receive.request, now);
  if (rendezvous_) rendezvous_->post(number, receive, now);
}

void Share::pass_waits(Rank& rank, std::uint32_t number, Cycle now) {
  while (rank.waits() && now > state_.all.calls_until(number) && waits_.is_over(rank, number)) {
    pass(rank, number, now);
    proceed(rank, number, now, now);
  }
  // Of a wait that is not over, what has been taken costs from now on, while the rank waits for the rest.
  if (rank.waits() && state_.all.posts_behind_calls(number))
    state_.all.call(number, now - 1, std::exchange(state_.all.calls[number].owed, 0));
}

/// The rank goes on in cycle `now` by something for which it has waited since its last activity.
void Share::pass(Rank& rank, std::uint32_t number, Cycle now) {
  const Cycle active = rank.last_active;
  rank.passed(now);
  if (state_.all.calls_take_time) state_.all.call(number, now - 1, std::exchange(state_.all.calls[number].owed, 0));
  teller_.passed(number, now, active);
}

/// What the rank does now: a send may start in cycle `from`; a wait that is over is passed in cycle `again`.
Action Share::action(const Rank& rank, std::uint32_t number, Cycle from, Cycle again) const {
  switch (rank.stage) {
    case Stage::busy:
    case Stage::copy:
      return {Action::Kind::compute, rank.last_active, {}, state_.rouses};
    case Stage::send:
      return {Action::Kind::send, std::max(from, state_.all.calls_until(number) + 1), sent_by(number, rank.head),
              state_.rouses};
    case Stage::receive:
      if (!waits_.is_there(rank)) return {Action::Kind::wait, never, {}, state_.rouses};
      [[fallthrough]];
    case Stage::send_long:
    case Stage::wait:
    case Stage::wait_any:
      if (const Cycle until = state_.all.calls_until(number); until >= from) again = until + 1;
      return {Action::Kind::wait, again, {}, state_.rouses};
    case Stage::broken:
      return {Action::Kind::failed, never, {}, state_.rouses};
    case Stage::end:
      break;
  }
  return {Action::Kind::end, never, {}, state_.rouses};
}

void Share::save(fsin::ByteWriter& out) const {
  archive(*this, out);
  if (rendezvous_) out(*rendezvous_);
  if (open_) open_->save(out);
  state_.reader->save(out);
  state_.mailbox.save(out);
  for (std::uint32_t rank = 0; rank < state_.all.ranks.size(); ++rank) {
    if (state_.all.share_of[rank] != state_.self) continue;
    state_.all.archive_rank(rank, out);
    const Flow* const flow = state_.all.ranks[rank].flow;
    out(flow == nullptr ? no_flow : flow->index);
  }
}

void Share::load(fsin::ByteReader& in) {
  archive(*this, in);
  if (rendezvous_) in(*rendezvous_);
  if (open_) open_->load(in);
  state_.reader->load(in);
  state_.mailbox.load(in);
  for (std::uint32_t rank = 0; rank < state_.all.ranks.size(); ++rank) {
    if (state_.all.share_of[rank] != state_.self) continue;
    state_.all.archive_rank(rank, in);
    std::uint32_t flow = no_flow;
    in(flow);
    state_.all.ranks[rank].flow = flow == no_flow ? nullptr : &state_.mailbox.flow(flow);
  }
}

/// The rank cannot go on, for a reason that ends the run.
void Share::break_off(std::uint32_t number, const std::string& why) {
  failure_ = fmt::format("rank {}, {}: {}", number, reader().place(number), why);
  state_.all.ranks[number].stage = Stage::broken;
  broken_ = true;
}

}  // namespace trgen::replay
