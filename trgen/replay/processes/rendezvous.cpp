// SPDX-License-Identifier: Apache-2.0
// What a share does for long messages (handshakes.hpp).
#include <algorithm>

#include "trgen/replay/processes/process_share.hpp"

namespace trgen::replay {
namespace {

/// What requests, answers and receives of one source, tag and communicator have in common, whatever their bytes.
FlowKey handshake_of(const fsin::workload::Message& message) {
  return {message.destination, message.source, message.tag, Handshakes::plain(message.communicator), 0};
}

}  // namespace

bool ProcessShare::asks_first(std::uint32_t rank, std::uint32_t peer, std::uint64_t bytes) const {
  return bytes > all_.settings.costs.eager && causal_ && peer != rank && !is_near(rank, peer);
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
  if (!asks_first(rank, receive.peer, receive.amount)) return;
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
  outboxes_.push(message.destination, answers);
  rouses_ = true;
}

/// A request or an answer has come. True: an outbox of the receiver's node has something to send.
bool ProcessShare::control_delivered(const FlowKey& flow, std::uint32_t cause) {
  ++control_messages_;
  Message message{flow.source, flow.receiver, flow.tag, flow.communicator, 0};
  if (Handshakes::is_request(flow.communicator)) {
    if (!handshakes_.requested(handshake_of(message))) return false;
    answer(message, 0, cause);
    return true;
  }
  std::swap(message.source, message.destination);  // back to the message that was asked for
  Outgoing leaves = handshakes_.answered(handshake_of(message));
  leaves.message.communicator = Handshakes::plain(leaves.message.communicator);
  leaves.message.bytes = leaves.bytes;
  leaves.from = 0;
  leaves.cause = cause;
  outboxes_.push(message.source, leaves);
  return true;
}

bool ProcessShare::delivered(std::uint32_t number) {
  if (!causal_ || !Handshakes::is_control(mailbox_.flow(number).key.communicator)) return mailbox_.deliver(number);
  const FlowKey flow = mailbox_.flow(number).key;
  mailbox_.deliver(number);
  const std::uint32_t cause =
      timeline() != nullptr ? timeline()->taken_behind(flow.receiver, number) : fsin::workload::no_cause;
  mailbox_.receive(mailbox_.flow(number));
  return control_delivered(flow, cause);
}

/// A request or an answer has left the outbox. False: it was a message of the program.
bool ProcessShare::control_left(std::uint32_t rank) {
  const Outgoing& outgoing = outboxes_.front(rank);
  if (!Handshakes::is_control(outgoing.message.communicator)) return false;
  if (Handshakes::is_request(outgoing.message.communicator)) handshakes_.wait(handshake_of(outgoing.message), outgoing);
  --messages_sent_;  // counted by sent()
  return true;
}

}  // namespace trgen::replay
