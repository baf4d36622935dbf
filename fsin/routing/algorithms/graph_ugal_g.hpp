// SPDX-License-Identifier: Apache-2.0
// UGAL-G over any network: as UGAL-L (graph_valiant.hpp), but the switch of the source knows the queues of all
// switches. A. Singh, PhD thesis, Stanford 2005; M. Besta, T. Hoefler, Slim Fly: a cost effective low-diameter network
// topology, SC 2014, section IV-C. An ideal that no real switch can reach.
//
//   minimal if the sum of q over its links is at most that over the links of the detour, plus threshold
//
// q: of the first link, its backlog: what waits for it and what is in its next queues; of the others, the phits in the
// next queue on the channels that the packet would take there. All as their switches know it at the end of the previous
// cycle. What waits for a further link is in the queues of the links before it. Where a switch leaves a choice of ports
// or channels, the path goes on by the first of the emptiest. As the sum grows with the number of links, it is not
// multiplied by it. Besta and Hoefler draw several detours; here it is one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fsin/routing/algorithms/graph_valiant.hpp"
#include "fsin/routing/graph_ugal_g.hpp"

namespace fsin::routing {

struct TableGlobalRoute : TableRoute {
  static constexpr bool is_shared = false;
  static constexpr bool looks_around = true;

  template <class View>
  void decide(const View& view, State& state) const {
    decide_by(view, state, [&](const State& direct, const State& detour, std::uint32_t here) {
      if (const auto answer = view.supposes()) return *answer;
      return on_way(view, direct, here) <= on_way(view, detour, here) + facts.threshold;
    });
  }

 private:
  /// What is queued on the way of a packet from this switch to its destination.
  template <class View>
  std::uint64_t on_way(const View& view, State way, std::uint32_t here) const {
    std::uint64_t sum = 0;
    for (bool first = true;; first = false) {
      if (here == way.toward) {
        if (way.toward == way.column) return sum;
        way.toward = way.column;
      }
      Ways ways{nullptr, 1, way.base + level(way) * facts.width, facts.spreads ? facts.width : 1};
      find_in_row(here, way, here, ways);
      const Emptiest next = emptiest_at(view, here, ways);
      sum += first ? view.backlog(next.out) : next.phits;
      here = facts.neighbour[std::size_t{here} * facts.router_ports + next.port];
      advance(way, next.port);
    }
  }

  struct Emptiest {
    unsigned phits;
    unsigned port;
    std::int32_t out;
  };
  template <class View>
  Emptiest emptiest_at(const View& view, std::uint32_t at, const Ways& ways) const {
    Emptiest found{~0U, 0, 0};
    for (unsigned i = 0; i < ways.count; ++i) {
      for (unsigned vc = 0; vc < ways.width; ++vc) {
        const std::int32_t out = channel(ways, i, vc);
        const unsigned phits = view.phits_at(facts.router_of_switch[at], out);
        if (phits < found.phits) found = {phits, ways.ports[i], out};
      }
    }
    return found;
  }
};

inline TableGlobalRoute make_route(const GraphUgalGParams& params, const Setup<topology::Geometry>& setup) {
  return {make_weighed_route(setup, params, 1, true)};
}

}  // namespace fsin::routing
