// SPDX-License-Identifier: Apache-2.0
// Progressive adaptive routing over any network (PAR): as UGAL-L (graph_valiant.hpp), but a packet that has left the
// switch of its source on the shortest path may still be sent on its detour by the next switches of that path, which
// know the queues of their own links. N. Jiang, J. Kim, W. J. Dally, Indirect adaptive routing on large scale
// interconnection networks, ISCA 2009, section 3.4, where the switches of the group of the source decide.
//
// The first `decisions` switches decide, each once, by the rule of UGAL-L, by default with backlogs: between the rest
// of the shortest path and the way from there over the switch that was drawn when the packet entered. Who has arrived
// at either of them goes on to the destination. Not modelled: a new draw for each decision.
//
// Virtual channels: a ladder of hops. A detour that begins k links behind the first switch is k links longer, so that
// one channel more is needed for each further decision, and more where a switch without nodes is further from another
// one than any switch with nodes is (tables/longest_detour.hpp).
#pragma once

#include "fsin/routing/algorithms/graph_valiant.hpp"
#include "fsin/routing/graph_par.hpp"

namespace fsin::routing {

inline TableRoute make_route(const GraphParParams& params, const Setup<topology::Geometry>& setup) {
  return make_weighed_route(setup, params, params.decisions);
}

}  // namespace fsin::routing
