// SPDX-License-Identifier: Apache-2.0
// Local buffer restriction (LBR): the bubble condition of a ring, applied to all channels but only to packets that
// enter the network. A packet enters where the router's own queue of that channel, which receives the packets in
// transit the same way, has so many free slots. C. Izu, J. Miguel-Alonso, J. A. Gregorio, Effects of injection pressure
// on network throughput, PDP 2006; Miguel-Alonso, Izu & Gregorio, Performance Evaluation 65, 2008.
#pragma once

#include "fsin/core/units.hpp"
#include "fsin/router/congestion_control.hpp"

namespace fsin::router {

struct LocalRestriction {
  static constexpr std::string_view name = "local-restriction";
  static constexpr std::string_view doc = "a packet enters where the router's own queue has free slots (LBR)";
  static constexpr std::string_view cite = "Izu, Miguel-Alonso & Gregorio, PDP 2006";

  PacketCount slots{2};

  template <class F>
  void fields(F& f) {
    f("slots", slots, "free slots of the router's own queue of the channel that the packet enters by")
        .range(PacketCount{1}, PacketCount{120});
  }
  CongestionRule rule() const { return {.own_slots = static_cast<unsigned>(slots.value)}; }
};

}  // namespace fsin::router
