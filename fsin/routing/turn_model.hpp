// SPDX-License-Identifier: Apache-2.0
// Turn models on meshes: parameters and checks. The algorithm: algorithms/turn_model.hpp.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/config/fields.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/topology/grids/cartesian.hpp"

namespace fsin::routing {

enum class Turns : std::uint8_t { west_first, negative_first, north_last, odd_even, all_turns };

inline constexpr std::array turns_names{
    config::Named{Turns::west_first, "west-first", "first downward in all dimensions but the last (Glass & Ni 1992)"},
    config::Named{Turns::negative_first, "negative-first", "first downward in all dimensions (Glass & Ni 1992)"},
    config::Named{Turns::north_last, "north-last", "last upward in all dimensions but the first (Glass & Ni 1992)"},
    config::Named{Turns::odd_even, "odd-even", "by the parity of the column, in two dimensions (Chiu 2000)"},
    config::Named{Turns::all_turns, "all-turns", "no turn is forbidden: can deadlock"},
};

enum class TurnSelection : std::uint8_t { random, most_free };

inline constexpr std::array turn_selection_names{
    config::Named{TurnSelection::random, "random", "any permitted channel with room"},
    config::Named{TurnSelection::most_free, "most-free",
                  "the permitted channel with the most free space in the next queue"},
};

struct TurnModelParams {
  static constexpr std::string_view name = "turn-model";
  static constexpr std::string_view doc =
      "minimal adaptive routing on meshes that forbids some turns; no escape channel";
  static constexpr std::string_view cite = "Glass & Ni, ISCA 1992; Chiu, IEEE TPDS 11(7), 2000";

  using Geometry = topology::Cartesian;
  static constexpr std::string_view works_on = "a mesh";
  static constexpr bool adaptive = true;

  Turns model = Turns::odd_even;
  TurnSelection select = TurnSelection::random;

  template <class F>
  void fields(F& f) {
    f("model", model, "turns that are permitted").names(turns_names);
    f("select", select, "choice among the permitted channels that a header may request").names(turn_selection_names);
  }
  static router::FlowControl flow_control(const topology::Cartesian&) {
    return router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::Cartesian>&) { return 0; }
  static unsigned parallel_channels(const Setup<topology::Cartesian>& setup) { return setup.vcs; }
  void check(const Setup<topology::Cartesian>& setup, Report& report) const {
    constexpr std::string_view model_key = "network.routing.model";
    if (setup.traits().guards()) {
      report.error(
          "network.router.flow_control",
          fmt::format("turn-model has nothing that {} could protect; write flow_control: none", setup.traits().name));
    }
    if (model == Turns::all_turns) {
      report.warning(model_key, "packets that take any turn can wait for each other: the network can deadlock");
    } else if (setup.network.wraps) {
      report.error("network.routing.type",
                   "turn models leave the rings of a torus closed; write routing: adaptive, or topology: mesh");
    } else if (model == Turns::odd_even && setup.network.dimensions() != 2) {
      report.error(model_key, "odd-even is for meshes of two dimensions; write model: negative-first");
    }
  }
};

}  // namespace fsin::routing
