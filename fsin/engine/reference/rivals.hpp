// SPDX-License-Identifier: Apache-2.0
// An arbiter's view of the headers that request one output channel (or the consumption port) of a router.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "fsin/engine/draws.hpp"
#include "fsin/engine/reference/world.hpp"
#include "fsin/router/arbiter.hpp"

namespace fsin::engine::reference {

template <class Draws>
class RivalsView {
 public:
  /// View of the rivals: `queues` are their input queues, ascending; `at` names the channel in its `queue`.
  RivalsView(const World& world, Draws& draws, const DrawPlace& at, std::optional<unsigned> last_winner,
             const std::vector<unsigned>& queues)
      : world_(world), draws_(draws), at_(at), last_winner_(last_winner), queues_(queues) {}

  unsigned count() const { return static_cast<unsigned>(queues_.size()); }
  unsigned after_last_winner() const {
    if (!last_winner_) return 0;
    const auto later = std::find_if(queues_.begin(), queues_.end(), [this](unsigned q) { return q > *last_winner_; });
    return later == queues_.end() ? 0 : static_cast<unsigned>(later - queues_.begin());
  }
  Cycle waiting_since(unsigned place) const { return *queue(place).since; }
  Cycle entered(unsigned place) const { return packet(place).entered; }
  unsigned hops(unsigned place) const { return packet(place).hops; }
  unsigned phits_queued(unsigned place) const { return world_.phits(queue(place).held); }
  std::uint32_t draw(std::uint32_t n) const { return draws_.winner(at_, n); }

 private:
  const InputQueue& queue(unsigned place) const { return world_.routers[at_.router].queues[queues_[place]]; }
  const Packet& packet(unsigned place) const { return world_.packets[queue(place).held.front().packet]; }

  const World& world_;
  Draws& draws_;
  DrawPlace at_;
  std::optional<unsigned> last_winner_;
  const std::vector<unsigned>& queues_;
};
static_assert(router::Rivals<RivalsView<KeyedDraws>> && router::Rivals<RivalsView<OriginalDraws>>);

}  // namespace fsin::engine::reference
