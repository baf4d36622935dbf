// SPDX-License-Identifier: Apache-2.0
// Progressive adaptive routing on a dragonfly (PAR): as UGAL-L, but a packet that has left the switch of its source on
// the minimal path, over a local link, may still be sent on its detour by the switch of the global link, which knows
// the queue of that link. N. Jiang, J. Kim, W. J. Dally, Indirect adaptive routing on large scale interconnection
// networks, ISCA 2009, section 3.4.
//
// The second switch compares the same two paths as the first one, the rest of the minimal one and the detour that was
// drawn when the packet entered, by the rule of dragonfly_ugal.hpp. Not modelled: a new draw for the second decision.
#pragma once

#include "fsin/routing/algorithms/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_par.hpp"

namespace fsin::routing {

template <class Use>
auto with_algorithm(const DragonflyParParams& params, const Setup<topology::Dragonfly>& setup, Use use) {
  return use(make_dragonfly_adaptive(setup, params, params.threshold, true));
}

}  // namespace fsin::routing
