// SPDX-License-Identifier: Apache-2.0
// The lowest part of a visit: the block of a router, its masks, and the record of the headers that wait in it.
//
// A visitor is built of parts, one class each. A part stands on the one below it and names what it uses of those below:
//
//   Visitor        visitor.hpp         the order of a visit, and when the next one is due
//   Requests       requests.hpp        phase 1c: each header asks for one output channel or for consumption
//   Grants         grants.hpp          phase 1d: one winner for each channel
//   Departures     departures.hpp      phase 2b: links start packets
//   Waiters        waiters.hpp         which headers wait for which channels
//   ChannelRoom    channel_room.hpp    which channels have room behind them
//   LookBack       look_back.hpp       what headers asked for in cycles in which nobody looked
//   Restriction    restriction.hpp     congestion control holds headers of injection queues back
//   RouterAccess   this file
//
// All are compiled for one routing algorithm and have no virtual functions: together they are one class to the
// compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "fsin/engine/event/view.hpp"

namespace fsin::engine::event {

/// one_word: a router has at most 64 queues (and so ports), so that each mask is one word, which the compiler knows.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
class RouterAccess {
 public:
  RouterAccess(Core& core, Algorithm algorithm) : core_(core), rules_(core.rules), algorithm_(algorithm) {}

  /// On networks for which this algorithm is made, every router has a node and as many ports as any other.
  static constexpr bool alike = requires { requires Algorithm::routers_are_alike; };
  Block block(std::uint32_t router) const { return core_.state.template block<alike>(router); }

 protected:
  using State = typename Algorithm::State;
  static State& state_of(Packet& packet) { return packet.route.template as<State>(); }
  static const State& state_of(const Packet& packet) { return packet.route.template as<State>(); }

  /// A mask of input queues, output channels or ports; of more than one word the first mask_words() are in use.
  using Words = std::array<std::uint64_t, one_word ? 1 : max_queues / 64>;
  static unsigned mask_words(const Block& block) { return one_word ? 1 : block.layout().mask_words; }
  static constexpr unsigned word_of(unsigned i) { return one_word ? 0 : i / 64; }

  static unsigned number(const Block& block, unsigned q) { return alike ? q : block.number(q); }
  View view(const Block& block, std::uint32_t router, unsigned q) {
    return {core_, block, router, number(block, q), core_.clock.tick};
  }
  Packet& head_packet(Queue& queue) { return core_.packets[queue.first]; }

  /// The record of a router in which headers wait.
  WaitRecord record(const Block& block) const { return {record_at(block), block.layout().record, mask_words(block)}; }
  std::byte* record_at(const Block& block) const { return records(block).at(block.head().record); }
  RecordPool& records(const Block& block) const { return core_.records.of_kind(alike ? 0 : block.kind().number); }
  bool somebody_is(const Block& block, Block::Mask mask) const {
    std::uint64_t all = 0;
    for (unsigned w = 0; w < mask_words(block); ++w) all |= block.masks(w).*mask;
    return all != 0;
  }
  bool somebody_waits(const Block& block) const { return somebody_is(block, &Masks::waiting); }

  Core& core_;
  const Rules& rules_;
  Algorithm algorithm_;
};

}  // namespace fsin::engine::event
