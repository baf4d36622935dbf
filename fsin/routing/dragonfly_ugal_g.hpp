// SPDX-License-Identifier: Apache-2.0
// UGAL-G on a dragonfly: parameters. The algorithm: algorithms/dragonfly_ugal_g.hpp.
#pragma once

#include <string_view>

#include "fsin/routing/dragonfly_ugal.hpp"

namespace fsin::routing {

struct DragonflyUgalGParams : DragonflyFamily<DragonflyUgalGParams>, DragonflyWeighedDetours {
  static constexpr std::string_view name = "dragonfly-ugal-g";
  static constexpr std::string_view doc =
      "as dragonfly-ugal, with the queues of all switches up to the global link (UGAL-G)";
  static constexpr std::string_view cite = "Kim, Dally, Scott & Abts, ISCA 2008, section 4";
  static constexpr bool adaptive = true;
  static constexpr bool looks_around = true;

  DragonflyLadder channels() const { return ladder_of(false); }
};

}  // namespace fsin::routing
