// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/router_phase.hpp"

namespace fsin::engine::event {

RouterPhase::RouterPhase(Core& core, std::optional<unsigned> tile_shift)
    : core_(core), prefetcher_(core.rules, core.state, core.records, core.packets) {
  constexpr std::size_t fits = std::size_t{1} << 20U;
  if (core.state.bytes() > fits) tile_shift_ = 8;
  if (tile_shift) tile_shift_ = *tile_shift;
  if (tiled()) tile_begin_.resize((core.state.routers() >> tile_shift_) + 2);
}

void RouterPhase::sort_by_tile() {
  std::vector<Event>& events = core_.events;
  std::fill(tile_begin_.begin(), tile_begin_.end(), 0U);
  for (const Event event : events) ++tile_begin_[tile_of(event) + 1];
  for (std::size_t i = 1; i < tile_begin_.size(); ++i) tile_begin_[i] += tile_begin_[i - 1];
  sorted_.resize(events.size());
  for (const Event event : events) sorted_[tile_begin_[tile_of(event)]++] = event;
  events.swap(sorted_);
}

}  // namespace fsin::engine::event
