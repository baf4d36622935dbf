// SPDX-License-Identifier: Apache-2.0
// What a share does for long messages (handshakes.hpp).
#include <algorithm>
#include <tuple>

#include "trgen/replay/processes/process_share.hpp"

namespace trgen::replay {
namespace {

/// What requests, answers and receives of one source, tag and communicator have in common, whatever their bytes.
FlowKey handshake_of(const fsin::workload::Message& message) {
  return {message.destination, message.source, message.tag, Handshakes::plain(message.communicator), 0};
}

}  // namespace

bool ProcessShare::is_long(std::uint32_t rank, std::uint32_t peer, std::uint64_t bytes) const {
  const CallCosts& costs = rules(rank).costs;
  return (costs.start_matched || bytes > costs.eager) && causal_ && peer != rank && !is_near(rank, peer);
}

/// Synchronous sends do so whatever their bytes, within a node too. Their receives have to be matched for it, since a
/// receive does not know how its message is sent.
bool ProcessShare::asks_first(std::uint32_t rank, const programs::Operation& send) const {
  return is_long(rank, send.peer, send.amount) || (send.synchronous() && matching_ && send.peer != rank);
}

/// Its send ends while the message waits for its receive.
bool ProcessShare::is_copied(std::uint32_t rank, const programs::Operation& send) const {
  const CallCosts& costs = rules(rank).costs;
  return costs.start_matched && send.amount < costs.buffered && !send.synchronous();
}

fsin::workload::Passage ProcessShare::passage(const Message& message) const {
  using fsin::workload::Passage;
  if (!rules(message.source).costs.start_matched) return Passage::held;
  return Handshakes::is_control(message.communicator) ? Passage::unseen : Passage::released;
}

/// The send at the head asks first. False where the rank reads on.
bool ProcessShare::begin_long_send(std::uint32_t rank, Cycle now) {
  Process& process = all_.processes[rank];
  process.stage = Stage::send_long;
  process.long_left = false;
  const bool copied = is_copied(rank, process.head);
  const Cycle leaves = std::max(now, process.calls_until) + 1;
  ask(rank, sent_by(rank, process.head), copied ? no_request : own_request, leaves);
  if (copied) process.stage = Stage::busy;
  return !copied;
}

/// A long message is put into the outbox as a request.
void ProcessShare::ask(std::uint32_t rank, const Message& message, std::uint32_t request, Cycle from) {
  Outgoing asks{.message = message, .request = request, .from = from, .bytes = message.bytes};
  asks.message.communicator |= Handshakes::request_bit;
  asks.message.bytes = 0;
  outboxes_.push(rank, asks);
  rouses_ = true;
}

/// The rank has posted a receive of a message that may be long.
void ProcessShare::post(std::uint32_t rank, const programs::Operation& receive, Cycle now) {
  if (!is_long(rank, receive.peer, receive.amount)) return;
  const Message message = received_by(rank, receive);
  if (handshakes_.posted(handshake_of(message))) answer(message, now + 1, fsin::workload::no_cause);
}

/// The receiver's outbox answers a request for this message.
void ProcessShare::answer(const Message& message, Cycle from, std::uint32_t cause) {
  Outgoing answers{.message = {message.destination, message.source, message.tag,
                               Handshakes::plain(message.communicator) | Handshakes::answer_bit, 0}};
  answers.request = no_request;
  answers.from = from;
  answers.cause = cause;
  hand_out(message.destination, answers);
}

/// What a request or an answer makes leave goes into the outbox: at once, or in the next call of the rank.
void ProcessShare::hand_out(std::uint32_t rank, const Outgoing& outgoing) {
  if (rules(rank).costs.progress_in_calls && !all_.processes[rank].in_call) {
    held_.push_back({rank, outgoing});
    all_.processes[rank].holds = true;
    return;
  }
  outboxes_.push(rank, outgoing);
  rouses_ = true;
}

/// The rank is in a call from the cycle after `now` on.
void ProcessShare::be_in_call(std::uint32_t rank, Cycle now) {
  Process& process = all_.processes[rank];
  process.in_call = true;
  if (!process.holds) return;
  process.holds = false;
  for (Held& each : held_) {
    if (each.rank != rank) continue;
    each.outgoing.from = now + 1;
    each.outgoing.cause = fsin::workload::no_cause;  // the rank itself lets it leave
    outboxes_.push(rank, each.outgoing);
  }
  std::erase_if(held_, [rank](const Held& each) { return each.rank == rank; });
  rouses_ = true;
}

/// A message has been delivered whose send ends by that: the receiver's outbox tells its sender.
void ProcessShare::tell_sender(const FlowKey& flow, std::uint32_t cause) {
  const Outgoing ended = handshakes_.delivered(flow);
  Outgoing word{
      .message = {flow.receiver, flow.source, static_cast<std::int32_t>(ended.request), Handshakes::done_bit, 0}};
  word.request = no_request;
  word.cause = cause;
  hand_out(flow.receiver, word);
}

void ProcessShare::end_send(std::uint32_t rank, std::uint32_t request) {
  Process& process = all_.processes[rank];
  if (request == own_request) {
    process.long_left = true;
  } else if (request != no_request) {
    process.requests[request].state = Request::State::sent;
  }
}

/// Acts upon the requests and answers that have come: those of a cycle in the order of their ranks.
void ProcessShare::act_on_controls() {
  const auto place = [](const Control& each) {
    const FlowKey& flow = each.flow;
    return std::tuple(each.cycle, flow.receiver, flow.source, flow.communicator, flow.tag);
  };
  std::sort(controls_.begin(), controls_.end(),
            [&](const Control& a, const Control& b) { return place(a) < place(b); });
  for (const Control& each : controls_) control_delivered(each);
  controls_.clear();
}

void ProcessShare::control_delivered(const Control& control) {
  const FlowKey& flow = control.flow;
  if (!Handshakes::is_control(flow.communicator)) return tell_sender(flow, control.cause);
  if (Handshakes::is_done(flow.communicator)) return end_send(flow.receiver, static_cast<std::uint32_t>(flow.tag));
  Message message{flow.source, flow.receiver, flow.tag, flow.communicator, 0};
  if (Handshakes::is_request(flow.communicator)) {
    if (handshakes_.requested(handshake_of(message))) answer(message, 0, control.cause);
    return;
  }
  std::swap(message.source, message.destination);  // back to the message that was asked for
  Outgoing leaves = handshakes_.answered(handshake_of(message));
  leaves.message.communicator = Handshakes::plain(leaves.message.communicator);
  if (matching_) leaves.message.communicator |= Handshakes::bytes_bit;
  leaves.message.bytes = leaves.bytes;
  leaves.from = 0;
  leaves.cause = control.cause;
  hand_out(message.source, leaves);
}

std::uint32_t ProcessShare::expect(const Message& message) {
  const FlowKey flow = key(message);
  const bool to_match =
      matching_ && !Handshakes::is_bytes(flow.communicator) && !Handshakes::is_reply(flow.communicator);
  if (to_match) matching_->set_out(flow);
  return mailbox_.send(flow);
}

/// True of what the outbox or the rank may act upon.
bool ProcessShare::delivered(std::uint32_t number, Cycle now) {
  if (!causal_) return mailbox_.deliver(number);
  const FlowKey flow = mailbox_.flow(number).key;
  const bool control = Handshakes::is_control(flow.communicator);
  if (!control && handshakes_.travels(flow)) controls_.push_back({now, flow, fsin::workload::no_cause});
  if (!matching_ && !control) return mailbox_.deliver(number) || !controls_.empty();
  mailbox_.deliver(number);
  const std::uint32_t cause =
      timeline() != nullptr ? timeline()->taken_behind(flow.receiver, number) : fsin::workload::no_cause;
  mailbox_.receive(mailbox_.flow(number));
  control_messages_ += control ? 1 : 0;
  if (!matching_ || Handshakes::is_reply(flow.communicator)) {
    controls_.push_back({now, flow, cause});
  } else if (Handshakes::is_bytes(flow.communicator)) {
    bytes_have_come(flow);
  } else {
    matching_->come(flow, now);
  }
  return true;
}

/// A request or an answer has left the outbox. False: it was a message of the program.
bool ProcessShare::control_left(std::uint32_t rank) {
  const Outgoing& outgoing = outboxes_.front(rank);
  if (!Handshakes::is_control(outgoing.message.communicator)) return false;
  if (Handshakes::is_request(outgoing.message.communicator)) handshakes_.wait(handshake_of(outgoing.message), outgoing);
  --(is_near(rank, outgoing.message.destination) ? near_messages_ : messages_sent_);  // by hand_over(), or by sent()
  return true;
}

}  // namespace trgen::replay
