// SPDX-License-Identifier: Apache-2.0
// Time-outs: a router counts as congested from the time a header in transit has waited too long until no header has
// waited long any more. Meanwhile packets in transit take priority over those that want to enter, and these need free
// slots in the router's own queues (IPR and LBR). E. Baydal, P. Lopez, J. Duato, A family of mechanisms for congestion
// control in wormhole networks, IEEE TPDS 16(9), 2005; Miguel-Alonso, Izu & Gregorio, Performance Evaluation 65, 2008.
#pragma once

#include "fsin/core/units.hpp"
#include "fsin/router/congestion_control.hpp"

namespace fsin::router {

struct Timeout {
  static constexpr std::string_view name = "timeout";
  static constexpr std::string_view doc = "packets in transit go first where one of them has waited for long";
  static constexpr std::string_view cite = "Baydal, Lopez & Duato, IEEE TPDS 16(9), 2005";

  unsigned cycles = 32;
  double calm = 0.75;
  double probability = 1;
  PacketCount slots{2};

  template <class F>
  void fields(F& f) {
    f("cycles", cycles, "waiting time of a header in transit, in cycles, beyond which its router counts as congested")
        .range(1, 100'000);
    f("calm", calm, "congestion ends once all headers have waited for less than this fraction of `cycles`")
        .range(0.0, 1.0);
    f("probability", probability, "while congested: `probability` of transit-priority").range(0.0, 1.0);
    f("slots", slots, "while congested: `slots` of local-restriction; 0: none").range(PacketCount{0}, PacketCount{120});
  }
  CongestionRule rule() const {
    const auto below = static_cast<unsigned>(calm * cycles);
    return {.transit_priority = probability,
            .own_slots = static_cast<unsigned>(slots.value),
            .patience = cycles,
            .calm = below == 0 ? 1 : below};
  }
};

}  // namespace fsin::router
