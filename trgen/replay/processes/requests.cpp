// SPDX-License-Identifier: Apache-2.0
// Requests of processes, the outboxes through which messages leave while their rank goes on, and messages within a
// node.
#include <algorithm>
#include <cmath>

#include "trgen/replay/processes/process_share.hpp"

namespace trgen::replay {

using fsin::never;
using fsin::workload::Action;
using programs::OperationKind;

Request& ProcessShare::request(Process& process, std::uint32_t number) {
  if (process.requests.size() <= number) process.requests.resize(number + std::size_t{1});
  return process.requests[number];
}

/// The rank starts a send or a receive, and goes on.
void ProcessShare::start(std::uint32_t rank, Cycle now, Cycle from) {
  Process& process = all_.processes[rank];
  const bool sends = process.head.kind == OperationKind::send_start;
  Request ignored;
  Request& started = process.head.request == no_request ? ignored : request(process, process.head.request);
  started.operation = process.head;
  if (process.head.peer == rank) {
    self_messages_ += sends ? 1 : 0;
    started.state = Request::State::sent;
    return;
  }
  if (!sends) {
    started.state = causal_ ? Request::State::receiving : Request::State::sent;
    if (matching_) return post_matched(rank, process.head, process.head.request, now);
    return post(rank, process.head, now);
  }
  started.state = Request::State::sending;
  process.count_message();
  tell_start(rank);
  const Cycle active = process.last_active;
  process.call(from - 1, rules(rank).costs.send_overhead);
  tell_busy(rank, active);
  const Cycle leaves = std::max(now, process.calls_until) + 1;
  rouses_ = true;
  const Message message = sent_by(rank, process.head);
  if (asks_first(rank, process.head)) {
    const bool copied = is_copied(rank, process.head);
    if (copied) started.state = Request::State::sent;
    return ask(rank, message, copied ? no_request : process.head.request, leaves);
  }
  outboxes_.push(rank, {.message = message, .request = process.head.request, .from = leaves});
}

/// Whether all requests that the rank waits for are complete. They complete in their order: the same as in any order,
/// since the rank goes on after the last of them.
bool ProcessShare::wait_is_over(std::uint32_t rank) {
  Process& process = all_.processes[rank];
  for (; process.looked_at < process.head.requests; ++process.looked_at) {
    Request& waited_for = request(process, process.head.request + process.looked_at);
    if (waited_for.state == Request::State::sending) return false;
    if (waited_for.state == Request::State::received) take(rank);
    if (waited_for.state == Request::State::receiving) {
      if (matching_) return false;
      if (process.flow == nullptr) process.flow = &mailbox_.await(key(received_by(rank, waited_for.operation)));
      if (!process.flow->complete()) return false;
      take(rank);
    }
    waited_for.state = Request::State::inactive;
  }
  return true;
}

/// Whether one of the requests is complete, or none is active. The lowest of those that are complete is the one.
bool ProcessShare::any_is_over(std::uint32_t rank) {
  Process& process = all_.processes[rank];
  if (process.head.requests == 0) return true;
  request(process, process.head.request + process.head.requests - 1);  // so that none of them moves from now on
  const auto each = [&](auto visit) {
    for (std::uint32_t i = 0; i < process.head.requests; ++i) {
      Request& one = process.requests[process.head.request + i];
      if (one.state != Request::State::inactive) visit(one);
    }
  };
  const auto flow_of = [&](const Request& one) -> Flow& {
    return mailbox_.await(key(received_by(rank, one.operation)));
  };
  Request* first = nullptr;
  bool active = false;
  each([&](Request& one) {
    active = true;
    const bool complete = one.state == Request::State::sent || one.state == Request::State::received ||
                          (!matching_ && one.state == Request::State::receiving && flow_of(one).complete());
    if (complete && first == nullptr) first = &one;
  });
  if (active && first == nullptr) return false;
  each([&](Request& one) {
    if (!matching_ && one.state == Request::State::receiving && &one != first) mailbox_.leave(flow_of(one));
  });
  if (first == nullptr) return true;
  if (first->state == Request::State::receiving) process.flow = &flow_of(*first);
  if (first->state != Request::State::sent) take(rank);
  first->state = Request::State::inactive;
  return true;
}

Action ProcessShare::outbox_next(std::uint32_t rank, Cycle now) {
  Outboxes::Box& box = outboxes_[rank];
  if (box.state == Outboxes::State::copies) {
    if (now < box.busy_until) return {Action::Kind::compute, box.busy_until, {}, false};
    hand_over(outboxes_.front(rank).message, box.began, now, true);
    leave(rank);
  }
  Action action = outbox_action(rank, now);
  if (box.state == Outboxes::State::copies && box.busy_until <= now) action.cycle = box.busy_until = now + 1;
  return action;
}

Action ProcessShare::outbox_sent(std::uint32_t rank, Cycle now) {
  leave(rank);
  return outbox_action(rank, now + 1);
}

/// The first message of the outbox has left. That changes nothing for other tasks, unless the rank waits for it.
void ProcessShare::leave(std::uint32_t rank) {
  if (!control_left(rank)) {
    const Outgoing& outgoing = outboxes_.front(rank);
    if (passage(outgoing.message) == fsin::workload::Passage::held) {
      end_send(rank, outgoing.request);
      rouses_ = rouses_ || stands_at(rank, outgoing.request);
    } else if (outgoing.request != no_request) {
      handshakes_.set_out(key(outgoing.message), outgoing);
    }
  }
  outboxes_.pop(rank);
  outboxes_[rank].state = Outboxes::State::idle;
}

/// Whether the rank may go on once this request of its own is complete. A wait stands at one of its requests.
bool ProcessShare::stands_at(std::uint32_t rank, std::uint32_t request) const {
  const Process& process = all_.processes[rank];
  if (process.stage != Stage::wait) return process.waits();
  return request == process.head.request + process.looked_at;
}

/// What the outbox does from cycle `from` on.
Action ProcessShare::outbox_action(std::uint32_t rank, Cycle from) {
  Outboxes::Box& box = outboxes_[rank];
  if (outboxes_.empty(rank)) return {Action::Kind::wait, never, {}, rouses_};
  const Outgoing& outgoing = outboxes_.front(rank);
  const Cycle first = std::max(from, outgoing.from);
  tell_background(rank, first);
  if (!is_near(rank, outgoing.message.destination)) {
    box.state = Outboxes::State::sends;
    return {Action::Kind::send, first, outgoing.message, rouses_};
  }
  box.state = Outboxes::State::copies;
  box.busy_until = first - 1 + copy_cycles(rank, outgoing.message.bytes);
  if (box.busy_until < from) box.busy_until = from;
  box.began = first;
  return {Action::Kind::compute, box.busy_until, {}, rouses_};
}

/// A message within a node is there from the next cycle on.
void ProcessShare::hand_over(const Message& message, Cycle began, Cycle now, bool background) {
  ++near_messages_;
  const std::uint32_t flow = expect(message);
  handed_over_.push_back({flow, now});
  rouses_ = true;
  if (timeline() == nullptr) return;
  fsin::workload::MessageLife life{message.source, message.destination, message.tag, message.bytes, began, now, flow};
  life.background = background;
  life.entered = now;
  if (background) timeline()->background(message.source, fsin::workload::Activity::send, began, now);
  timeline()->message(life);
}

void ProcessShare::deliver_near(Cycle now) {
  std::size_t done = 0;
  for (; done < handed_over_.size() && handed_over_[done].cycle < now; ++done)
    delivered(handed_over_[done].flow, handed_over_[done].cycle + 1);
  handed_over_.erase(handed_over_.begin(), handed_over_.begin() + static_cast<std::ptrdiff_t>(done));
}

std::uint64_t ProcessShare::copy_cycles(std::uint32_t rank, std::uint64_t bytes) const {
  const CallCosts& costs = rules(rank).costs;
  const double cycles = std::ceil(static_cast<double>(bytes) * costs.copy_cycles_per_byte);
  return std::max<std::uint64_t>(1, costs.copy_latency + static_cast<std::uint64_t>(cycles));
}

}  // namespace trgen::replay
