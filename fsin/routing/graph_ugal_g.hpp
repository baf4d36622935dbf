// SPDX-License-Identifier: Apache-2.0
// UGAL-G over any network: parameters and checks. The algorithm: algorithms/graph_ugal_g.hpp.
#pragma once

#include <cstdint>
#include <string_view>

#include "fsin/routing/graph_valiant.hpp"

namespace fsin::routing {

struct GraphUgalGParams : GraphWeighedDetours {
  static constexpr std::string_view name = "ugal-g";
  static constexpr std::string_view doc =
      "a shortest path, or a detour over a random switch, chosen by the queues of all switches on both (UGAL-G)";
  static constexpr std::string_view cite = "Singh, PhD thesis, Stanford 2005; Besta & Hoefler, SC 2014, section IV-C";
  static constexpr bool looks_around = true;

  template <class F>
  void fields(F& f) {
    f("threshold", threshold, "phits by which the queues of the detour must be fewer than those of the minimal path")
        .range(0, 1'000'000);
    ShortestWaysFamily::fields(f);
  }
  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
  double table_bytes(const topology::Extent& extent) const {
    return GraphWeighedDetours::table_bytes(extent) + extent.routers * (extent.ports + 1.0) * sizeof(std::uint32_t);
  }
};

}  // namespace fsin::routing
