// SPDX-License-Identifier: Apache-2.0
// In-transit priority (IPR): where headers from transit queues and from injection queues request one channel, those
// from injection queues are left out, always or with some probability, drawn for each channel and cycle. With
// probability 1 the packets that pass a node can keep it from sending for ever. J. Miguel-Alonso, C. Izu, J. A.
// Gregorio, Improving the performance of large interconnection networks using congestion-control mechanisms,
// Performance Evaluation 65, 2008.
#pragma once

#include "fsin/router/congestion_control.hpp"

namespace fsin::router {

struct TransitPriority {
  static constexpr std::string_view name = "transit-priority";
  static constexpr std::string_view doc = "packets in transit go before those that want to enter (IPR)";
  static constexpr std::string_view cite = "Miguel-Alonso, Izu & Gregorio, Performance Evaluation 65, 2008";

  double probability = 1;

  template <class F>
  void fields(F& f) {
    f("probability", probability,
      "probability that packets from injection queues are left out of an arbitration with both kinds")
        .range(0.0, 1.0);
  }
  CongestionRule rule() const { return {.transit_priority = probability}; }
};

}  // namespace fsin::router
