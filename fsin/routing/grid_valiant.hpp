// SPDX-License-Identifier: Apache-2.0
// Two-phase randomised routing on tori and meshes: parameters and checks. The algorithm: algorithms/grid_valiant.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/config/fields.hpp"
#include "fsin/routing/classed_grid.hpp"

namespace fsin::routing {

enum class Within : std::uint8_t { network, quadrant };

inline constexpr std::array within_names{
    config::Named{Within::network, "network", "any node of the network (Valiant)"},
    config::Named{Within::quadrant, "quadrant",
                  "any node on a minimal path, which keeps the whole path minimal (ROMM)"},
};

struct GridValiantParams : ClassedGridFamily {
  static constexpr std::string_view name = "grid-valiant";
  static constexpr std::string_view doc =
      "dimension order to a random intermediate node, and from there to the destination (Valiant, ROMM)";
  static constexpr std::string_view cite = "Valiant & Brebner, STOC 1981; Nesson & Johnsson, SPAA 1995";

  Within within = Within::network;

  template <class F>
  void fields(F& f) {
    f("within", within, "set of nodes from which the intermediate node is drawn").names(within_names);
  }
  static void check(const Setup<topology::Cartesian>& setup, Report& report) {
    check_classes(setup, 2, "the two phases of grid-valiant need a class of channels each", report);
  }
};

}  // namespace fsin::routing
