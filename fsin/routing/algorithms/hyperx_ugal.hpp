// SPDX-License-Identifier: Apache-2.0
// UGAL-L on a HyperX: dimension order, or Valiant's path, depending on the queues of the switch of the source. A.
// Singh, PhD thesis, Stanford 2005; on the flattened butterfly: Kim, Dally & Abts, ISCA 2007, section 3.
//
// The switch decides once, when it first serves the header: minimal if q_min H_min <= q_val H_val + threshold. q: phits
// in the next queue of the first hop, on the channel that the packet would take, the least of parallel links; H: links
// between switches on the path. The switch of the detour is drawn when the packet enters, each one equally likely; if
// it is that of the source, the path is minimal. Where faults have cut the minimal path, there is nothing to decide.
// Virtual channels: those of Valiant's routing.
#pragma once

#include <cstdint>

#include "fsin/routing/algorithms/hyperx_oblivious.hpp"

namespace fsin::routing {

struct HyperXUgal : HyperXOblivious {
  unsigned threshold = 0;

  template <class View>
  void decide(const View& view, State& state) const {
    const bool at_source = view.layer() == 1 && view.in_port() < network->terminals();
    if (!at_source || state.confined != 0 || state.leg != 0 || unaligned(state.then) == 0) return;
    State minimal = state;
    minimal.then = {};
    for (unsigned d = 0; d < network->dimensions(); ++d) {
      const unsigned side = network->dimension(d).side, sum = unsigned{state.left[d]} + state.then[d];
      minimal.left[d] = static_cast<std::uint8_t>(sum < side ? sum : sum - side);
    }
    const unsigned detour = unaligned(state.left) + unaligned(state.then);
    const std::uint64_t cost_minimal = phits(view, minimal) * unaligned(minimal.left);
    if (cost_minimal <= phits(view, state) * detour + threshold) state = minimal;
  }

 private:
  template <class View>
  std::uint64_t phits(const View& view, const State& state) const {
    unsigned least = ~0U;
    for_links(state, [&](std::int32_t out) { least = std::min<unsigned>(least, view.phits_ahead(out)); });
    return least;
  }
};

}  // namespace fsin::routing
