// SPDX-License-Identifier: Apache-2.0
// Plain virtual cut-through: room for the whole packet in the next queue is all that a header needs. For networks whose
// routing leaves no cycle of waiting packets, and for seeing a deadlock happen.
#pragma once

#include "fsin/router/flow_control.hpp"

namespace fsin::router {

struct NoFlowControl {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view doc = "only room in the next queue is required: rings can deadlock";
  static constexpr Rings rings = Rings::unguarded;
  static constexpr bool escape_channel = false;
  static constexpr bool whole_packet = false;
  static constexpr bool original = true;

  static EntrySlots entry(const BubbleSetup&) { return {}; }
};

}  // namespace fsin::router
