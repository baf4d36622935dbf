// SPDX-License-Identifier: Apache-2.0
// Valiant routing on a dragonfly: parameters, also of the other routings with detours. The algorithm:
// algorithms/dragonfly_valiant.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/config/fields.hpp"
#include "fsin/routing/dragonfly_family.hpp"

namespace fsin::routing {

enum class DragonflyVia : std::uint8_t { group, router, any_group };
inline constexpr std::array dragonfly_via_names{
    config::Named{DragonflyVia::group, "group", "a detour leads over any switch of a random group"},
    config::Named{DragonflyVia::router, "router", "a detour leads over a random switch of a random group"},
    config::Named{DragonflyVia::any_group, "any-group",
                  "as group, but drawn among all groups; a packet that draws the group of its source or destination "
                  "takes no detour"},
};

/// Keys of all routings with detours.
struct DragonflyDetours {
  DragonflyVia via = DragonflyVia::group;
  bool within_group = false;
  LadderRule ladder = LadderRule::position;

  template <class F>
  void detour_fields(F& f) {
    f("via", via, "intermediate stop of a detour").names(dragonfly_via_names);
    f("within_group", within_group, "true: packets within a group take detours too, over another switch of it");
    f("ladder", ladder, "rule by which a packet takes the virtual channel of its next link").names(ladder_names);
  }
  DragonflyLadder ladder_of(bool progressive) const {
    return dragonfly_ladder({true, via == DragonflyVia::router, progressive}, ladder);
  }
};

struct DragonflyValiantParams : DragonflyFamily<DragonflyValiantParams>, DragonflyDetours {
  static constexpr std::string_view name = "dragonfly-valiant";
  static constexpr std::string_view doc = "a detour through a random third group for every packet (Valiant)";
  static constexpr std::string_view cite = "Valiant & Brebner, STOC 1981; Kim, Dally, Scott & Abts, ISCA 2008";
  static constexpr bool adaptive = false;

  template <class F>
  void fields(F& f) {
    detour_fields(f);
  }
  DragonflyLadder channels() const { return ladder_of(false); }
};

}  // namespace fsin::routing
