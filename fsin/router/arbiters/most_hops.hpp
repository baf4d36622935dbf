// SPDX-License-Identifier: Apache-2.0
// Farthest-travelled first: the links that a packet has crossed stand for its age, which a header then need not carry.
// M. M. Lee, J. Kim, D. Abts, M. Marty, J. W. Lee, Approximating age-based arbitration in on-chip networks, PACT 2010
// (theirs draws with weights that grow with the hops; this one is strict, so that packets that have just been injected
// can starve). Among equals the first after the last winner wins.
#pragma once

#include "fsin/router/arbiter.hpp"

namespace fsin::router {

struct MostHops {
  static constexpr std::string_view name = "most-hops";
  static constexpr std::string_view doc = "the packet that has crossed most links";
  static constexpr bool original = false;

  template <Rivals R>
  unsigned pick(const R& rivals) const {
    return least(rivals.count(), rivals.after_last_winner(),
                 [&](unsigned i) { return -static_cast<int>(rivals.hops(i)); });
  }
};

}  // namespace fsin::router
