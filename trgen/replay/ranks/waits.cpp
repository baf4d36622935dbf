// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/waits.hpp"

namespace trgen::replay {

bool Waits::other_is_over(Rank& waiting, std::uint32_t rank) {
  if (waiting.stage == Stage::send_long) return waiting.long_left;
  if (waiting.head.requests == 0 || share_.all.requests.empty()) return true;  // nothing was ever started
  return waiting.stage == Stage::wait ? all_are_complete(waiting, rank) : any_is_complete(waiting, rank);
}

/// Requests complete in their order: the same as in any order, since the rank goes on after the last of them.
bool Waits::all_are_complete(Rank& waiting, std::uint32_t rank) {
  Requests& requests = share_.all.requests[rank];
  programs::Operation& wait = waiting.head;
  for (; wait.requests != 0; ++wait.request, --wait.requests) {
    Request& first = requests[wait.request];
    if (first.state == Request::State::sending) return false;
    if (first.state == Request::State::received) take(waiting, rank, first.peer, first.bytes);
    if (first.state == Request::State::receiving) {
      if (matched_) return false;
      if (waiting.flow == nullptr) waiting.flow = &flow_of(rank, first);
      if (!waiting.flow->complete()) return false;
      take(waiting, rank, first.peer, first.bytes);
    }
    first.state = Request::State::inactive;
  }
  return true;
}

/// One of the requests is complete, of several the lowest; or none of them is active.
bool Waits::any_is_complete(Rank& waiting, std::uint32_t rank) {
  Requests& requests = share_.all.requests[rank];
  const programs::Operation& wait = waiting.head;
  static_cast<void>(requests[wait.request + wait.requests - 1]);  // so that none of them moves from now on
  const auto each_active = [&](auto visit) {
    for (std::uint32_t i = 0; i < wait.requests; ++i) {
      Request& one = requests[wait.request + i];
      if (one.state != Request::State::inactive) visit(one);
    }
  };
  Request* first = nullptr;
  bool active = false;
  each_active([&](Request& one) {
    active = true;
    const bool complete = one.state == Request::State::sent || one.state == Request::State::received ||
                          (!matched_ && one.state == Request::State::receiving && flow_of(rank, one).complete());
    if (complete && first == nullptr) first = &one;
  });
  if (active && first == nullptr) return false;
  each_active([&](Request& one) {
    if (!matched_ && one.state == Request::State::receiving && &one != first) share_.mailbox.leave(flow_of(rank, one));
  });
  if (first == nullptr) return true;
  if (first->state == Request::State::receiving) waiting.flow = &flow_of(rank, *first);
  if (first->state != Request::State::sent) take(waiting, rank, first->peer, first->bytes);
  first->state = Request::State::inactive;
  return true;
}

}  // namespace trgen::replay
