// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/sends.hpp"

#include <algorithm>

namespace trgen::replay {

bool Sends::is_copied(const Rank& rank, std::uint32_t number) const {
  const CallCosts& costs = share_.all.rules(number).costs;
  return !costs.start_matched && rank.head.amount < costs.buffered && !rank.head.synchronous();
}

bool Sends::begin(Rank& rank, std::uint32_t number, Cycle now, Cycle from) {
  if (is_copied(rank, number)) {
    rank.head.request = no_request;
    start(rank, number, from - 1, from);  // its message leaves in the cycle in which it would if it were not copied
    return false;
  }
  const std::uint32_t peer = rank.head.peer;
  if (share_.all.is_own(number, peer)) {
    ++share_.self_messages;
    return false;
  }
  count(rank, number);
  const Cycle active = rank.last_active;
  share_.all.call_of_send(number, from - 1);
  rank.stage = Stage::send;
  const bool asks = rendezvous_ != nullptr && rendezvous_->asks_first(number, rank.head);
  if (!asks && share_.all.is_near(number, peer)) copy(rank, number, now);
  teller_.busy(number, active);
  return !asks || begin_asking(rank, number, now);
}

/// The message at the head goes to a rank of the node. Where such messages share the bandwidth, the rank learns in the
/// first cycle how long that takes.
void Sends::copy(Rank& rank, std::uint32_t number, Cycle now) {
  const std::uint64_t bytes = rank.head.amount;
  if (!share_.all.shares_copies(number))
    return share_.all.be_busy(number, Stage::copy, now, share_.all.copy_cycles(number, bytes));
  share_.all.be_busy(number, Stage::copy, now, 1);
  share_.all.request_copy(number, number, bytes, rank.last_active);
}

/// Counts the message at the head, unless it is a signal to another stream of the rank.
void Sends::count(Rank& rank, std::uint32_t number) {
  if (share_.is_signal(number, rank.head.peer)) return;
  ++share_.begun;
  rank.count_message();
  teller_.start(number);
}

/// The send at the head asks first. False where its message is copied: the rank reads on.
bool Sends::begin_asking(Rank& rank, std::uint32_t number, Cycle now) {
  const bool copied = rendezvous_->is_copied(number, rank.head);
  const Cycle leaves = std::max(now, share_.all.calls_until(number)) + 1;
  rendezvous_->ask(sent_by(number, rank.head), copied ? no_request : own_request, leaves);
  rank.stage = copied ? Stage::busy : Stage::send_long;
  rank.long_left = false;
  return !copied;
}

void Sends::start(Rank& rank, std::uint32_t number, Cycle now, Cycle from) {
  const programs::Operation& send = rank.head;
  const bool to_self = share_.all.is_own(number, send.peer);
  const bool asks = !to_self && rendezvous_ != nullptr && rendezvous_->asks_first(number, send);
  const bool copied = asks && rendezvous_->is_copied(number, send);
  if (send.request != no_request) {
    using enum Request::State;
    share_.all.requests[number][send.request] = Request::of(send, to_self || copied ? sent : sending);
  }
  if (to_self) {
    ++share_.self_messages;
    return;
  }
  count(rank, number);
  const Cycle active = rank.last_active;
  share_.all.call_of_send(number, from - 1);
  teller_.busy(number, active);
  const Cycle leaves = std::max(now, share_.all.calls_until(number)) + 1;
  const std::uint32_t request = copied ? no_request : send.request;
  if (asks) return rendezvous_->ask(sent_by(number, send), request, leaves);
  share_.put_out(number, {.message = sent_by(number, send), .request = request, .from = leaves});
}

}  // namespace trgen::replay
