// SPDX-License-Identifier: Apache-2.0
// The channels of a pair permitted by each rule of a dateline (fsin/routing/dateline.hpp), where a header waits.
#pragma once

#include "fsin/routing/algorithms/grid.hpp"
#include "fsin/routing/dateline.hpp"

namespace fsin::routing {

/// The channels of a pair that a header may request in dimension d, as a mask: 1 even, 2 odd. `goes_on`: it arrived by
/// the same dimension.
template <class View>
unsigned dateline_classes(Dateline rule, const GridBase& base, const View& view, const GridState& state, unsigned d,
                          bool goes_on) {
  constexpr unsigned even = 1, odd = 2;
  const unsigned here = base.place(view.router(), d);
  const auto inherited = [&] { return (view.in_vc() & 1U) != 0 ? odd : even; };
  switch (rule) {
    case Dateline::trc:
      return here == 0 ? even : goes_on ? inherited() : odd;
    case Dateline::textbook: {
      if (!goes_on) return even;
      const unsigned behind_wrap = (view.in_port() & 1U) == 0 ? 0 : base.length(d) - 1;
      return here == behind_wrap ? odd : inherited();
    }
    case Dateline::improved:
      return base.crosses_dateline(view, state, d) ? even : even | odd;
    case Dateline::basic:
      break;
  }
  return base.crosses_dateline(view, state, d) ? even : odd;
}

}  // namespace fsin::routing
