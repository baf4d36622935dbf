// SPDX-License-Identifier: Apache-2.0
// Headers that ask in every cycle, in cycles without a visit.
//
// With a routing algorithm that remembers (`smart`), a header's requests change what it asks for next, granted or not.
// A router is still visited only when one of its headers could be granted something, as with any other algorithm: the
// cycles between two visits are made up for at the second. Nothing but the ticks in the router's block changes
// meanwhile, except by a `leave`, which lets the headers catch up before it is applied.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// The view of a cycle that was skipped, and for how long what it shows stays.
class PastView : public View {
 public:
  using View::View;

  bool can_request(std::int32_t out) {
    const auto o = static_cast<unsigned>(out);
    const Obstacle in_the_way = obstacle(o);
    if (in_the_way == Obstacle::none) return true;
    steady_until_ = std::min(steady_until_, gone_at(in_the_way, o));
    return false;
  }
  /// Cycles from this one on in which can_request() gives the answers that it gave since the last later().
  std::uint32_t steady() const { return steady_until_ - tick_; }
  void later(std::uint32_t cycles) {
    tick_ += cycles;
    steady_until_ = no_tick;
  }

 private:
  Tick steady_until_ = no_tick;
};

template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Visitor<Algorithm, one_word>::ask_for_skipped(const Block& block, std::uint32_t router) {
  const Tick first = block.head().asked_at + 1;
  block.head().asked_at = core_.tick - 1;
  for_each_bit(block.ready(), queue_words(), [&](unsigned q) {
    Queue& queue = core_.state.queue(block, q);
    const Tick from = std::max(first, queue.since);
    if (from >= core_.tick) return;
    const Packet& packet = head_packet(queue);
    if (packet.destination == router) return;
    PastView view(core_, block, router, q, from);
    algorithm_.wait(view, state_of(packet), queue.retry, core_.tick - from);
  });
}

}  // namespace fsin::engine::event
