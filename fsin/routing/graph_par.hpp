// SPDX-License-Identifier: Apache-2.0
// Progressive adaptive routing over any network (PAR): parameters and checks. The tables: algorithms/graph_par.hpp.
#pragma once

#include <string_view>

#include "fsin/routing/graph_valiant.hpp"

namespace fsin::routing {

struct GraphParParams : GraphWeighedDetours {
  static constexpr std::string_view name = "par";
  static constexpr std::string_view doc = "as ugal, decided again by the next switches of the shortest path (PAR)";
  static constexpr std::string_view cite = "Jiang, Kim & Dally, ISCA 2009";
  static constexpr unsigned most_decisions = 16;

  unsigned decisions = 2;

  GraphParParams() { queues = QueuesWeighed::backlog; }

  template <class F>
  void fields(F& f) {
    f("decisions", decisions, "switches of the shortest path that decide, beginning with that of the source")
        .range(2, most_decisions);
    threshold_field(f);
    ShortestWaysFamily::fields(f);
  }
  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
};

}  // namespace fsin::routing
