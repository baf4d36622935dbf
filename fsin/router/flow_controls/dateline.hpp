// SPDX-License-Identifier: Apache-2.0
// Datelines: the wrap link of each ring separates two sets of virtual channels, so that no packet waits for itself
// round a ring. W. J. Dally, C. L. Seitz, Deadlock-free message routing in multiprocessor interconnection networks,
// IEEE ToC 1987. The routing decides which channel of a pair a packet uses.
#pragma once

#include "fsin/router/flow_control.hpp"

namespace fsin::router {

struct Dateline {
  static constexpr std::string_view name = "dateline";
  static constexpr std::string_view doc =
      "virtual channels in pairs: one of the pair before the wrap link, the other after (Dally & Seitz 1987)";
  static constexpr Rings rings = Rings::cut;
  static constexpr bool escape_channel = false;
  static constexpr bool whole_packet = false;
  static constexpr bool original = true;

  static EntrySlots entry(const BubbleSetup&) { return {}; }
};

}  // namespace fsin::router
