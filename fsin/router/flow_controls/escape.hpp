// SPDX-License-Identifier: Apache-2.0
// An escape channel for adaptive routing: virtual channel 0 in dimension order, which is free of deadlock by itself in
// a mesh. J. Duato, A new theory of deadlock-free adaptive routing in wormhole networks, IEEE TPDS 4(12), 1993.
#pragma once

#include "fsin/router/flow_control.hpp"

namespace fsin::router {

struct Escape {
  static constexpr std::string_view name = "escape";
  static constexpr std::string_view doc = "virtual channel 0 is a dimension-order escape channel (Duato 1993); meshes";
  static constexpr Rings rings = Rings::unguarded;
  static constexpr bool escape_channel = true;
  static constexpr bool whole_packet = false;
  static constexpr bool original = true;

  static EntrySlots entry(const BubbleSetup&) { return {}; }
};

}  // namespace fsin::router
