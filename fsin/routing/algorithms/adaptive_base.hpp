// SPDX-License-Identifier: Apache-2.0
// Common base of the selection policies of minimal adaptive routing: the channels that a header may use, and the
// escape.
#pragma once

#include <cstdint>

#include "fsin/routing/algorithms/grid.hpp"

namespace fsin::routing {

struct AdaptiveBase : GridBase {
  unsigned first_adaptive = 1;  ///< channels below this one are the escape network: 1, or 2 with a dateline
  /// A packet whose path does not cross the wrap link may take either channel of a dateline pair.
  bool either_escape = false;

  /// False with a dateline, which is in one place of its ring.
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
    std::int32_t out = escape(view, state);
    if (either_escape) out = drawn_escape(view, state, out);
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
    const std::int32_t out = escape(view, state);
    visit(out);
    if (either_escape && !must_cross(view, state)) visit(out - 1);
  }

 private:
  template <class View>
  bool must_cross(const View& view, const State& state) const {
    return crosses_dateline(view, state, first_dimension(facts, state));
  }
  /// Either channel of the escape pair, `odd` selecting the one drawn; the other one if the one drawn cannot be
  /// requested.
  template <class View>
  [[gnu::noinline]] std::int32_t drawn_escape(const View& view, const State& state, std::int32_t odd) const {
    if (must_cross(view, state)) return odd;
    constexpr std::uint32_t last_draw = 7;
    const std::int32_t out = odd - static_cast<std::int32_t>(view.uniform(2, last_draw));
    return view.can_request(out) ? out : 2 * odd - 1 - out;
  }
};

}  // namespace fsin::routing
