// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive routing with an escape channel. Duato 1993; Puente et al., JPDC 2001 (adaptive bubble router).
//
// The first channels of each link are the escape network, travelled in dimension order: VC 0 with bubble (tori), VC 0
// plain (meshes), or VC 0 and 1 as a dateline pair. The others may be used in every profitable direction. The choice is
// made anew at every hop; a packet may leave the escape network again. The selection policy, a file of its own in
// selections/, determines the channel requested, one in a cycle. A channel owned by another packet may be requested:
// the request then fails in this cycle (the original's rule).
#pragma once

#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/algorithms/selections.hpp"

namespace fsin::routing {

template <class Use>
auto with_algorithm(const AdaptiveParams& params, const Setup<topology::Direct>& setup, Use use) {
  const AdaptiveBase base{make_grid_base(setup), setup.rings_are_cut() ? 2U : 1U,
                          setup.rings_are_cut() && params.dateline == Dateline::improved};
  return Selections::with(params.select, [&]<class Policy>(const Policy&) { return use(Policy{base}); });
}

}  // namespace fsin::routing
