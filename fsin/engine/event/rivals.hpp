// SPDX-License-Identifier: Apache-2.0
// An arbiter's view of the headers that request one output channel (or the consumption port) of a router, in the event
// engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "fsin/engine/event/core.hpp"
#include "fsin/router/arbiter.hpp"

namespace fsin::engine::event {

class RivalsView {
 public:
  /// View of the rivals: `queues` are their input queues, ascending; `out` is the channel, or the number of transit
  /// queues of the block for the consumption port.
  RivalsView(Core& core, const Block& block, std::uint32_t router, unsigned out, std::span<const std::uint16_t> queues)
      : core_(core), block_(block), router_(router), out_(out), queues_(queues) {}

  unsigned count() const { return static_cast<unsigned>(queues_.size()); }
  unsigned after_last_winner() const {
    const std::uint16_t last =
        out_ == block_.layout().transit_queues ? block_.node().last_consumer : core_.state.channel(block_, out_).winner;
    if (last == network::no_winner) return 0;
    const auto later = std::find_if(queues_.begin(), queues_.end(), [last](std::uint16_t q) { return q > last; });
    return later == queues_.end() ? 0 : static_cast<unsigned>(later - queues_.begin());
  }
  Tick waiting_since(unsigned place) const {
    const unsigned q = queues_[place];
    if (!block_.has(&Masks::waiting, q)) return core_.clock.tick;
    return core_.record(block_, block_.layout().mask_words).since()[q];
  }
  Cycle entered(unsigned place) const { return packet(place).entered; }
  unsigned hops(unsigned place) const { return packet(place).hops; }
  unsigned phits_queued(unsigned place) const {
    const Rules& rules = core_.rules;
    const Queue& queue = this->queue(place);
    const unsigned packets = queue.count;
    if (queues_[place] >= block_.layout().transit_queues)
      return std::min(packets, rules.port_queue) * rules.packet_phits;
    if (!rules.one_speed()) return packets * rules.packet_phits;
    const Packet& last = core_.packets[queue.last];
    const unsigned missing = last.tail_from > core_.clock.tick ? last.tail_from - core_.clock.tick : 0;
    return packets * rules.packet_phits - missing;
  }
  std::uint32_t draw(std::uint32_t n) const {
    return core_.draws.winner({core_.clock.cycle, router_, block_.number(out_)}, n);
  }

 private:
  const Queue& queue(unsigned place) const { return core_.state.queue(block_, queues_[place]); }
  const Packet& packet(unsigned place) const { return core_.packets[queue(place).first]; }

  Core& core_;
  const Block& block_;
  std::uint32_t router_;
  unsigned out_;
  std::span<const std::uint16_t> queues_;
};
static_assert(router::Rivals<RivalsView>);

}  // namespace fsin::engine::event
