// SPDX-License-Identifier: Apache-2.0
// Bubble flow control: a packet enters a ring only if a slot stays free in it, so that the packets in it can always
// move. C. Carrion, R. Beivide, J.-A. Gregorio, F. Vallejo, A flow control mechanism to avoid message deadlock in k-ary
// n-cube networks, HiPC 1997; V. Puente et al., The adaptive bubble router, JPDC 61(9), 2001.
#pragma once

#include "fsin/router/flow_control.hpp"

namespace fsin::router {

struct Bubble {
  static constexpr std::string_view name = "bubble";
  static constexpr std::string_view doc =
      "entering a ring leaves a free packet slot behind (Carrion 1997, Puente 2001)";
  static constexpr Rings rings = Rings::kept_open;
  static constexpr bool escape_channel = false;
  static constexpr bool whole_packet = false;
  static constexpr bool original = true;

  /// Slots for a packet that enters a ring. The local test sees no packet that is still on a link, so it is for links
  /// without delay.
  static EntrySlots entry(const BubbleSetup& bubble) {
    const bool local =
        bubble.test == BubbleTest::local || (bubble.test == BubbleTest::automatic && bubble.link_delay == 0);
    return local ? EntrySlots{bubble.slots, 0} : EntrySlots{0, bubble.slots};
  }
};

}  // namespace fsin::router
