// SPDX-License-Identifier: Apache-2.0
// Minimal routing on a dragonfly: parameters. The algorithm: algorithms/dragonfly_minimal.hpp.
#pragma once

#include <string_view>

#include "fsin/routing/dragonfly_family.hpp"

namespace fsin::routing {

struct DragonflyMinimalParams : DragonflyFamily<DragonflyMinimalParams> {
  static constexpr std::string_view name = "dragonfly-minimal";
  static constexpr std::string_view doc = "minimal path, with at most one global link, one between the two groups";
  static constexpr std::string_view cite = "Kim, Dally, Scott & Abts, ISCA 2008";
  static constexpr bool adaptive = false;

  static DragonflyLadder channels() { return dragonfly_ladder({}); }
};

}  // namespace fsin::routing
