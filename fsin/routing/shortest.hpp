// SPDX-License-Identifier: Apache-2.0
// Shortest paths over any network: parameters and checks. The tables: algorithms/shortest.hpp.
#pragma once

#include <string_view>

#include "fsin/routing/any_network.hpp"

namespace fsin::routing {

struct ShortestParams : ShortestWaysFamily {
  static constexpr std::string_view name = "shortest";
  static constexpr std::string_view doc = "shortest paths, with a virtual channel number that grows with every hop";
  static constexpr std::string_view cite = "Gunther, IEEE Trans. Communications 29(4), 1981; RFC 2992";

  static constexpr bool reroutes = true;

  static void check(const Setup<Geometry>& setup, Report& report) { refuse_flow_control(setup, name, report); }
};

}  // namespace fsin::routing
