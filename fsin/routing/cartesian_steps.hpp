// SPDX-License-Identifier: Apache-2.0
// Small steps shared by the algorithms of tori and meshes.
#pragma once

#include "fsin/routing/route.hpp"

namespace fsin::routing {

/// Port that dimension `d` must be left by.
inline unsigned port_of(const Route& route, unsigned d) { return 2 * d + (route.hops[d] < 0 ? 1U : 0U); }

/// First dimension of the travelling order that has hops left; the packet is not at its destination.
inline unsigned first_dimension(const Facts& facts, const Route& route) {
  unsigned i = 0;
  while (route.hops[facts.order[i]] == 0) ++i;
  return facts.order[i];
}

/// What every algorithm of tori and meshes shares.
struct CartesianBase {
  Facts facts;
  /// The header crosses to the next router by `port`.
  static void advance(Route& route, unsigned port) {
    route.hops[port >> 1] = static_cast<std::int16_t>(route.hops[port >> 1] + ((port & 1) != 0 ? 1 : -1));
  }
};

/// True while the remaining way in dimension `d` still crosses the wrap link (dateline between k-1 and 0).
template <class View>
bool crosses_dateline(const View& view, const Route& route, unsigned d) {
  const int end = static_cast<int>(view.coordinate(d)) + route.hops[d];
  return end < 0 || end >= static_cast<int>(view.radix(d));
}

}  // namespace fsin::routing
