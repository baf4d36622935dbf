// SPDX-License-Identifier: Apache-2.0
// Global congestion control: all nodes hold their packets back while the network contains more packets than a fraction
// of the capacity of its transit queues. The packets are counted at intervals, without cost; a real machine would need
// a network of its own for it. M. Thottethodi, A. R. Lebeck, S. S. Mukherjee, Self-tuned congestion control for
// multiprocessor networks, HPCA 2001, with a constant threshold; Miguel-Alonso, Izu & Gregorio, Performance Evaluation
// 65, 2008.
#pragma once

#include "fsin/router/congestion_control.hpp"

namespace fsin::router {

struct Population {
  static constexpr std::string_view name = "population";
  static constexpr std::string_view doc = "no packet enters while the network holds too many (global control)";
  static constexpr std::string_view cite = "Thottethodi, Lebeck & Mukherjee, HPCA 2001";

  double most = 0.25;
  unsigned period = 1;

  template <class F>
  void fields(F& f) {
    f("most", most,
      "limit of the packets in the network beyond which none enters, as a fraction of the slots of all transit queues")
        .range(1e-6, 1000.0);
    f("period", period, "cycles between two counts of the packets, in diameters of the network").range(1, 1'000'000);
  }
  CongestionRule rule() const { return {.most_packets = most, .count_every = period}; }
};

}  // namespace fsin::router
