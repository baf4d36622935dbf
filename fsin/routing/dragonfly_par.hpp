// SPDX-License-Identifier: Apache-2.0
// Progressive adaptive routing on a dragonfly (PAR): as UGAL-L, and a packet that has left the switch of its source on
// the minimal way, over a local link, may still be sent on its detour by the switch of the global link, which knows the
// queue of that link. N. Jiang, J. Kim, W. J. Dally, Indirect adaptive routing on large scale interconnection networks,
// ISCA 2009, section 3.4.
//
// The second switch compares the same two ways as the first one, the rest of the minimal one and the detour that was
// drawn when the packet entered, by the rule of dragonfly_ugal.hpp. Not modelled: a new draw for the second decision.
#pragma once

#include <algorithm>
#include <string_view>

#include "fsin/routing/dragonfly_ugal.hpp"

namespace fsin::routing {

struct DragonflyParParams : DragonflyFamily, DragonflyDetours {
  static constexpr std::string_view name = "dragonfly-par";
  static constexpr std::string_view doc = "as dragonfly-ugal, decided again at the switch of the global link (PAR)";
  static constexpr std::string_view cite = "Jiang, Kim & Dally, ISCA 2009";
  static constexpr bool adaptive = true;

  unsigned threshold = 0;

  template <class F>
  void fields(F& f) {
    f("threshold", threshold, "phits times hops by which the detour must be cheaper than the minimal way")
        .range(0, 1'000'000);
    detour_fields(f);
  }
  unsigned parallel_channels(const Setup<topology::Dragonfly>& setup) const {
    return std::max(1U, setup.vcs / ladder_of(true).locals);
  }
  void check(const Setup<topology::Dragonfly>& setup, Report& report) const {
    check_dragonfly(setup, ladder_of(true), name, report);
  }
  template <class Use>
  auto with(const Setup<topology::Dragonfly>& setup, Use use) const {
    return use(make_dragonfly_adaptive(setup, *this, threshold, true));
  }
};

}  // namespace fsin::routing
