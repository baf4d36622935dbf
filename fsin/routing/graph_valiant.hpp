// SPDX-License-Identifier: Apache-2.0
// Valiant routing and UGAL-L over any network: parameters and checks. The tables: algorithms/graph_valiant.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

struct GraphValiantParams : ShortestWaysFamily {
  static constexpr std::string_view name = "valiant";
  static constexpr std::string_view doc =
      "a shortest path to a random switch, then a shortest path to the destination (Valiant)";
  static constexpr std::string_view cite = "Valiant, SIAM J. Computing 11(2), 1982";
  static constexpr bool reroutes = true;

  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
};

enum class QueuesWeighed : std::uint8_t { next, backlog };
inline constexpr std::array queues_weighed_names{
    config::Named{QueuesWeighed::next, "next", "the emptiest next queue that the packet may take"},
    config::Named{QueuesWeighed::backlog, "backlog",
                  "the backlog of the link: also what waits here for it, on whatever channel"},
};

/// Keys of the routings that decide about a detour by the contents of queues.
struct GraphWeighedDetours : ShortestWaysFamily {
  static constexpr bool reroutes = true;

  unsigned threshold = 0;
  QueuesWeighed queues = QueuesWeighed::next;

  GraphWeighedDetours() { choice = PortChoice::emptiest; }

  double table_bytes(const topology::Extent& extent) const {
    return pair_bytes(extent.routers, extent.nodes, cell() + sizeof(std::uint8_t));
  }

 protected:
  template <class F>
  void threshold_field(F& f) {
    f("threshold", threshold, "phits times hops by which the detour must be cheaper than the minimal path")
        .range(0, 1'000'000);
    f("queues", queues, "queues that a switch compares, of the first links of the two paths")
        .names(queues_weighed_names);
  }
};

struct GraphUgalParams : GraphWeighedDetours {
  static constexpr std::string_view name = "ugal";
  static constexpr std::string_view doc =
      "a shortest path, or a detour over a random switch, chosen by the queues at the source (UGAL-L)";
  static constexpr std::string_view cite = "Singh, PhD thesis, Stanford 2005";

  template <class F>
  void fields(F& f) {
    threshold_field(f);
    ShortestWaysFamily::fields(f);
  }
  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
};

}  // namespace fsin::routing
