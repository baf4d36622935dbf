// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/rendezvous.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace trgen::replay {

using fsin::workload::Message;
using fsin::workload::no_cause;
using fsin::workload::Passage;

namespace {

/// What requests, answers and receives of one source, tag and communicator have in common, whatever their bytes.
FlowKey handshake_of(const Message& message) {
  return {message.destination, message.source, message.tag, Handshakes::plain(message.communicator), 0};
}

}  // namespace

Passage Rendezvous::passage(const Message& message) const {
  if (!share_.all.rules(message.source).costs.start_matched) return Passage::held;
  return Handshakes::is_control(message.communicator) ? Passage::unseen : Passage::released;
}

bool Rendezvous::is_long(std::uint32_t rank, std::uint32_t peer, std::uint64_t bytes) const {
  const CallCosts& costs = share_.all.rules(rank).costs;
  return (costs.start_matched || bytes > costs.eager) && share_.causal && !share_.all.is_own(rank, peer) &&
         !share_.all.is_near(rank, peer);
}

/// Synchronous sends do so whatever their bytes, within a node too. Their receives have to be matched for it, since a
/// receive does not know how its message is sent.
bool Rendezvous::asks_first(std::uint32_t rank, const programs::Operation& send) const {
  return is_long(rank, send.peer, send.amount) ||
         (send.synchronous() && matched_ && !share_.all.is_own(rank, send.peer));
}

bool Rendezvous::is_copied(std::uint32_t rank, const programs::Operation& send) const {
  const CallCosts& costs = share_.all.rules(rank).costs;
  return costs.start_matched && send.amount < costs.buffered && !send.synchronous();
}

void Rendezvous::ask(const Message& message, std::uint32_t request, Cycle from) {
  Outgoing asks{.message = message, .request = request, .from = from, .bytes = message.bytes};
  asks.message.communicator |= Handshakes::request_bit;
  asks.message.bytes = 0;
  share_.put_out(message.source, asks);
}

void Rendezvous::post(std::uint32_t rank, const programs::Operation& receive, Cycle now) {
  if (!is_long(rank, receive.peer, receive.amount)) return;
  const Message message = received_by(rank, receive);
  if (handshakes_.posted(handshake_of(message))) answer(message, now + 1, no_cause);
}

void Rendezvous::answer(const Message& message, Cycle from, std::uint32_t cause) {
  Outgoing answers{.message = {message.destination, message.source, message.tag,
                               Handshakes::plain(message.communicator) | Handshakes::answer_bit, 0}};
  answers.request = no_request;
  answers.from = from;
  answers.cause = cause;
  hand_out(message.destination, answers);
}

/// What a request or an answer lets leave goes into the outbox: at once, or in the next call of the rank.
void Rendezvous::hand_out(std::uint32_t rank, const Outgoing& outgoing) {
  Rank& owner = share_.all.ranks[rank];
  if (owner.in_call || !share_.all.rules(rank).costs.progress_in_calls) return share_.put_out(rank, outgoing);
  held_.push_back({rank, outgoing});
  owner.holds = true;
}

void Rendezvous::be_in_call(std::uint32_t rank, Cycle now) {
  Rank& caller = share_.all.ranks[rank];
  caller.in_call = true;
  if (!caller.holds) return;
  caller.holds = false;
  for (Held& each : held_) {
    if (each.rank != rank) continue;
    each.outgoing.from = now + 1;
    each.outgoing.cause = no_cause;  // the rank itself lets it leave
    share_.put_out(rank, each.outgoing);
  }
  std::erase_if(held_, [rank](const Held& each) { return each.rank == rank; });
}

void Rendezvous::act() {
  const auto place = [](const Arrival& each) {
    const FlowKey& flow = each.flow;
    return std::tuple(each.cycle, flow.receiver, flow.source, flow.communicator, flow.tag);
  };
  std::sort(arrived_.begin(), arrived_.end(), [&](const Arrival& a, const Arrival& b) { return place(a) < place(b); });
  for (const Arrival& each : arrived_) act_on(each);
  arrived_.clear();
}

void Rendezvous::act_on(const Arrival& arrival) {
  const FlowKey& flow = arrival.flow;
  if (!Handshakes::is_control(flow.communicator)) return tell_sender(flow, arrival.cause);
  if (Handshakes::is_done(flow.communicator))
    return share_.all.end_send(flow.receiver, static_cast<std::uint32_t>(flow.tag));
  Message message{flow.source, flow.receiver, flow.tag, flow.communicator, 0};
  if (Handshakes::is_request(flow.communicator)) {
    if (handshakes_.requested(handshake_of(message))) answer(message, 0, arrival.cause);
    return;
  }
  std::swap(message.source, message.destination);  // back to the message that was asked for
  Outgoing leaves = handshakes_.answered(handshake_of(message));
  leaves.message.communicator = Handshakes::plain(leaves.message.communicator);
  if (matched_) leaves.message.communicator |= Handshakes::bytes_bit;
  leaves.message.bytes = leaves.bytes;
  leaves.from = 0;
  leaves.cause = arrival.cause;
  hand_out(message.source, leaves);
}

/// A message has been delivered whose send ends by that: the receiver's outbox tells its sender.
void Rendezvous::tell_sender(const FlowKey& flow, std::uint32_t cause) {
  const Outgoing ended = handshakes_.delivered(flow);
  Outgoing word{
      .message = {flow.receiver, flow.source, static_cast<std::int32_t>(ended.request), Handshakes::done_bit, 0}};
  word.request = no_request;
  word.cause = cause;
  hand_out(flow.receiver, word);
}

bool Rendezvous::left(std::uint32_t rank, const Outgoing& outgoing) {
  const Message& message = outgoing.message;
  if (Handshakes::is_control(message.communicator)) {
    if (Handshakes::is_request(message.communicator)) handshakes_.wait(handshake_of(message), outgoing);
    --(share_.all.is_near(rank, message.destination) ? share_.near_messages : share_.messages_sent);
    return true;
  }
  if (passage(message) == Passage::held) return false;
  if (outgoing.request != no_request) handshakes_.set_out(share_.all.key(message), outgoing);
  return true;
}

}  // namespace trgen::replay
