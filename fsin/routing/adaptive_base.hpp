// SPDX-License-Identifier: Apache-2.0
// What the selection policies of minimal adaptive routing share: the channels that a header may use, and the escape.
#pragma once

#include <cstdint>

#include "fsin/routing/grid.hpp"

namespace fsin::routing {

struct AdaptiveBase : GridBase {
  unsigned first_adaptive = 1;  ///< channels below this one are the escape network: 1, or 2 with a dateline

  /// A dateline is in one place of its ring.
  bool keeps_symmetry() const { return first_adaptive == 1; }

  template <class View>
  std::int32_t escape(const View& view, const State& state) const {
    const unsigned d = first_dimension(facts, state);
    unsigned vc = 0;
    if (first_adaptive == 2 && !crosses_dateline(view, state, d)) vc = 1;
    return static_cast<std::int32_t>(port_of(state, d) * facts.vcs + vc);
  }
  template <class View>
  Choice escape_if_room(const View& view, const State& state) const {
    const std::int32_t out = escape(view, state);
    return {view.can_request(out) ? out : -1};
  }
  template <class Visit>
  void adaptive_channels(const State& state, Visit visit) const {
    for (unsigned d = 0; d < facts.dimensions; ++d) {
      if (state.hops[d] == 0) continue;
      const unsigned base = port_of(state, d) * facts.vcs;
      for (unsigned vc = first_adaptive; vc < facts.vcs; ++vc) visit(static_cast<std::int32_t>(base + vc));
    }
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    adaptive_channels(state, visit);
    visit(escape(view, state));
  }
};

}  // namespace fsin::routing
