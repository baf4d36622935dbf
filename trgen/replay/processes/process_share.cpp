// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/processes/process_share.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace trgen::replay {

using fsin::never;
using fsin::workload::Action;
using fsin::workload::Activity;
using programs::OperationKind;

ProcessShare::ProcessShare(AllProcesses& all, unsigned self, std::unique_ptr<OperationReader> reader)
    : all_(all),
      self_(self),
      reader_(std::move(reader)),
      mailbox_(all.settings.order),
      outboxes_(all.settings.has_outboxes() ? all.settings.ranks : 0),
      causal_(all.settings.order == Order::causal) {
  for (std::uint32_t rank = 0; rank < all.processes.size(); ++rank) count_ += all.share_of[rank] == self ? 1 : 0;
  unfinished_ = count_;
  if (all.settings.wildcards && causal_) matching_ = std::make_unique<Matching>(all.processes.size());
}

Action ProcessShare::next(std::uint32_t task, Cycle now) {
  settle(now);
  rouses_ = false;
  if (task >= all_.settings.ranks) return outbox_next(task - all_.settings.ranks, now);
  Process& process = all_.processes[task];
  if (process.stage == Stage::busy || process.stage == Stage::copy) {
    if (now < process.busy_until) return action(task, now, never);
    if (process.stage == Stage::copy) hand_over(sent_by(task, process.head), process.copy_from, now, false);
    proceed(task, now, now + 1);
    return action(task, now + 1, now + 1);
  }
  pass_waits(task, now);
  return action(task, now, never);
}

Action ProcessShare::sent(std::uint32_t task, Cycle now) {
  settle(now);
  rouses_ = false;
  ++messages_sent_;
  if (task >= all_.settings.ranks) return outbox_sent(task - all_.settings.ranks, now);
  all_.processes[task].active(now);
  proceed(task, now, now + 1);
  return action(task, now + 1, now + 1);
}

std::int64_t ProcessShare::outstanding() const {
  const auto ranks = static_cast<std::int64_t>(unfinished_);
  if (causal_) return ranks;
  return ranks +
         static_cast<std::int64_t>(messages_sent_ + near_messages_ - mailbox_.messages_delivered() + control_messages_);
}

void ProcessShare::add_to(fsin::workload::Report& report) const {
  report.messages_sent += messages_sent_ + near_messages_;
  report.messages_delivered += mailbox_.messages_delivered() - control_messages_;
  report.messages_to_self += self_messages_;
  report.any_source = report.any_source || matching_;
  fsin::workload::Departures departures = departures_;
  for (auto& each : departures.first) each.record = reader_->number_in_file(each.rank, each.record);
  report.departures.merge(departures);
  report.ranks += count_;
  report.ranks_finished += count_ - unfinished_;
}

/// Reads on after an operation that ended in cycle `now`, up to one that takes time. The rank is free from cycle
/// `from`.
void ProcessShare::proceed(std::uint32_t rank, Cycle now, Cycle from) {
  Process& process = all_.processes[rank];
  RoundMarks* const marks = all_.settings.marks.get();
  while (reader_->next(rank, process.head)) {
    if (marks != nullptr) marks->at(self_, rank, reader_->step(rank), now);
    if (begin(rank, now, from)) return;
  }
  if (marks != nullptr) marks->at(self_, rank, ~std::uint64_t{0}, now);
  be_in_call(rank, now);
  broken_ = broken_ || !reader_->failure().empty();
  if (!broken_ && process.calls_until > now) return be_busy(rank, Stage::busy, now, 0);
  process.stage = broken_ ? Stage::broken : Stage::end;
  if (process.stage == Stage::end) --unfinished_;
}

/// Begins the operation at the head. False for one that takes no time: the rank reads on.
bool ProcessShare::begin(std::uint32_t rank, Cycle now, Cycle from) {
  Process& process = all_.processes[rank];
  process.flow = nullptr;
  if (!is_possible(rank)) return true;
  if (process.head.kind != OperationKind::compute) be_in_call(rank, now);
  switch (process.head.kind) {
    case OperationKind::compute:
      return begin_burst(rank, now);
    case OperationKind::send:
      return begin_send(rank, now, from);
    case OperationKind::receive:
      if (!causal_ || process.head.peer == rank) return false;
      process.stage = Stage::receive;
      if (matching_) {
        process.received = false;
        post_matched(rank, process.head, own_request, now);
        return true;
      }
      post(rank, process.head, now);
      process.flow = &mailbox_.await(key(received_by(rank, process.head)));
      return true;
    case OperationKind::send_start:
    case OperationKind::receive_start:
      start(rank, now, from);
      return false;
    case OperationKind::wait:
    case OperationKind::wait_any:
      process.stage = process.head.kind == OperationKind::wait ? Stage::wait : Stage::wait_any;
      process.looked_at = 0;
      return true;
    case OperationKind::enter:
    case OperationKind::leave:
      tell_call(rank);
      break;
    case OperationKind::collective:
      break;
  }
  return false;
}

bool ProcessShare::begin_burst(std::uint32_t rank, Cycle now) {
  Process& process = all_.processes[rank];
  const RankRules& how = rules(rank);
  if (!how.bursts) return false;
  auto cycles = how.burst_clock.cycles(process.head.amount, process.carry);
  if (!cycles) {
    break_off(rank,
              fmt::format("a CPU burst of {} ns is longer than any program computes; make it or cpu.scale smaller",
                          process.head.amount));
    return true;
  }
  if (*cycles == 0) return false;
  if (!how.stretch.none()) {
    const Cycle first = std::max(now, process.calls_until) + 1;
    cycles = how.stretch.cycles(all_.settings.number_in_job(rank), all_.settings.node_of_task[rank], process.bursts++,
                                first, *cycles);
  }
  process.computed += *cycles;
  be_busy(rank, Stage::busy, now, *cycles);
  process.computes = true;
  process.in_call = false;
  if (all_.timeline != nullptr)
    all_.timeline->span(rank, Activity::compute, process.busy_until - *cycles + 1, process.busy_until);
  return true;
}

/// The rank cannot go on, for a reason that ends the run.
void ProcessShare::break_off(std::uint32_t rank, const std::string& why) {
  failure_ = fmt::format("rank {}, {}: {}", rank, reader_->place(rank), why);
  all_.processes[rank].stage = Stage::broken;
  broken_ = true;
}

/// Refuses what no program may do, and one that a user wrote might.
bool ProcessShare::is_possible(std::uint32_t rank) {
  Process& process = all_.processes[rank];
  const auto& head = process.head;
  const bool starts = head.kind == OperationKind::send_start || head.kind == OperationKind::receive_start;
  const bool message = starts || head.kind == OperationKind::send || head.kind == OperationKind::receive;
  const bool open = head.peer == programs::any_rank && matching_ &&
                    (head.kind == OperationKind::receive || head.kind == OperationKind::receive_start);
  if (message && head.peer >= all_.settings.ranks && !open) {
    break_off(rank,
              fmt::format("a message to or from rank {}, but there are {} ranks", head.peer, all_.settings.ranks));
    return false;
  }
  if (message && head.communicator >= Handshakes::communicators) {
    break_off(rank, fmt::format("a message of communicator {}, but ranks that run as processes can have those below {}",
                                head.communicator, Handshakes::communicators));
    return false;
  }
  if (starts && head.request != no_request && request(process, head.request).state != Request::State::inactive) {
    break_off(rank, fmt::format("request {} is started again before it has been waited for", head.request));
    return false;
  }
  return true;
}

bool ProcessShare::begin_send(std::uint32_t rank, Cycle now, Cycle from) {
  Process& process = all_.processes[rank];
  if (process.head.peer == rank) {
    ++self_messages_;
    return false;
  }
  process.count_message();
  tell_start(rank);
  const Cycle active = process.last_active;
  process.call(from - 1, rules(rank).costs.send_overhead);
  process.stage = Stage::send;
  const bool asks = asks_first(rank, process.head);
  if (!asks && is_near(rank, process.head.peer)) {
    process.copy_from = std::max(now, process.calls_until) + 1;
    be_busy(rank, Stage::copy, now, copy_cycles(rank, process.head.amount));
  }
  tell_busy(rank, active);
  return !asks || begin_long_send(rank, now);
}

void ProcessShare::be_busy(std::uint32_t rank, Stage stage, Cycle now, std::uint64_t cycles) {
  Process& process = all_.processes[rank];
  process.stage = stage;
  process.computes = false;
  process.busy_until = std::max(now, process.calls_until) + cycles;
  process.last_active = process.busy_until;
}

void ProcessShare::pass_waits(std::uint32_t rank, Cycle now) {
  Process& process = all_.processes[rank];
  while (process.waits() && now > process.calls_until && is_over(rank)) {
    pass(rank, now);
    proceed(rank, now, now);
  }
}

bool ProcessShare::is_over(std::uint32_t rank) {
  Process& process = all_.processes[rank];
  if (process.stage == Stage::wait) return wait_is_over(rank);
  if (process.stage == Stage::wait_any) return any_is_over(rank);
  if (process.stage == Stage::send_long) return process.long_left;
  if (!is_there(process)) return false;
  take(rank);
  return true;
}

/// Takes the message that is there for the receive, or for the flow, that the rank waits for.
void ProcessShare::take(std::uint32_t rank) {
  Process& process = all_.processes[rank];
  if (timeline() != nullptr && process.flow != nullptr) timeline()->taken(rank, process.flow->index);
  if (!matching_) mailbox_.receive(*process.flow);
  process.received = false;
  process.flow = nullptr;
  process.calls_owed += rules(rank).costs.receive_overhead;
}

/// The rank goes on in cycle `now` by something for which it has waited since its last activity.
void ProcessShare::pass(std::uint32_t rank, Cycle now) {
  Process& process = all_.processes[rank];
  const Cycle active = process.last_active;
  process.passed(now);
  process.call(now - 1, std::exchange(process.calls_owed, 0));
  tell_passed(rank, now, active);
}

/// What the rank does now: a send may start in cycle `from`; a wait that is over is passed in cycle `again`.
Action ProcessShare::action(std::uint32_t rank, Cycle from, Cycle again) {
  Process& process = all_.processes[rank];
  switch (process.stage) {
    case Stage::busy:
    case Stage::copy:
      return {Action::Kind::compute, process.busy_until, {}, rouses_};
    case Stage::send:
      return {Action::Kind::send, std::max(from, process.calls_until + 1), sent_by(rank, process.head), rouses_};
    case Stage::receive:
      if (!is_there(process)) return {Action::Kind::wait, never, {}, rouses_};
      [[fallthrough]];
    case Stage::send_long:
    case Stage::wait:
    case Stage::wait_any:
      if (process.calls_until >= from) again = process.calls_until + 1;
      return {Action::Kind::wait, again, {}, rouses_};
    case Stage::broken:
      return {Action::Kind::failed, never, {}, rouses_};
    case Stage::end:
      break;
  }
  return {Action::Kind::end, never, {}, rouses_};
}

/// Acts upon all that has come up to cycle `now`, before anything else happens in it. Nothing depends on the order of
/// reports in a cycle.
void ProcessShare::act_on_arrivals(Cycle now) {
  if (!handed_over_.empty()) deliver_near(now);
  if (matching_) {
    matching_->settle([&](std::uint32_t rank, const Posted& posted, const Arrived& arrived) {
      matched(rank, posted, arrived, now, 0);
    });
  }
  if (!controls_.empty()) act_on_controls();
}

FlowKey ProcessShare::key(const Message& message) const {
  const bool by_packets = all_.settings.match == Match::packets;
  return {message.destination, message.source, message.tag, message.communicator,
          by_packets ? all_.packetiser.packets(message.bytes) : message.bytes};
}

}  // namespace trgen::replay
