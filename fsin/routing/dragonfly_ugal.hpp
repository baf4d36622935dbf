// SPDX-License-Identifier: Apache-2.0
// UGAL-L on a dragonfly: parameters, also of the other routings that decide about detours by queues. The algorithm:
// algorithms/dragonfly_ugal.hpp.
#pragma once

#include <string_view>

#include "fsin/routing/dragonfly_valiant.hpp"

namespace fsin::routing {

/// Keys of the routings that decide about a detour by the contents of queues.
struct DragonflyWeighedDetours : DragonflyDetours {
  unsigned threshold = 0;

  template <class F>
  void fields(F& f) {
    f("threshold", threshold, "phits times hops by which the detour must be cheaper than the minimal path")
        .range(0, 1'000'000);
    detour_fields(f);
  }
};

struct DragonflyUgalParams : DragonflyFamily<DragonflyUgalParams>, DragonflyWeighedDetours {
  static constexpr std::string_view name = "dragonfly-ugal";
  static constexpr std::string_view doc =
      "minimal path, or a detour through a random group, chosen by the queues at the source (UGAL-L)";
  static constexpr std::string_view cite = "Kim, Dally, Scott & Abts, ISCA 2008, section 4";
  static constexpr bool adaptive = true;

  DragonflyLadder channels() const { return ladder_of(false); }
};

}  // namespace fsin::routing
