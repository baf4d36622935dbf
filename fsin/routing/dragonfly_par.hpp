// SPDX-License-Identifier: Apache-2.0
// Progressive adaptive routing on a dragonfly (PAR): parameters. The algorithm: algorithms/dragonfly_par.hpp.
#pragma once

#include <string_view>

#include "fsin/routing/dragonfly_ugal.hpp"

namespace fsin::routing {

struct DragonflyParParams : DragonflyFamily<DragonflyParParams>, DragonflyWeighedDetours {
  static constexpr std::string_view name = "dragonfly-par";
  static constexpr std::string_view doc =
      "as dragonfly-ugal, with a second decision at the switch of the global link (PAR)";
  static constexpr std::string_view cite = "Jiang, Kim & Dally, ISCA 2009";
  static constexpr bool adaptive = true;

  DragonflyLadder channels() const { return ladder_of(true); }
};

}  // namespace fsin::routing
