// SPDX-License-Identifier: Apache-2.0
// Up*/down* routing in k-ary n-trees: parameters and checks. The algorithm: algorithms/up_down.hpp.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fsin/config/fields.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/topology/trees/tree.hpp"

namespace fsin::routing {

enum class Ascent : std::uint8_t { adaptive, random, s_mod_k, d_mod_k, arithmetic };
inline constexpr std::array ascent_names{
    config::Named{Ascent::adaptive, "adaptive", "the up port and channel with the emptiest next queue"},
    config::Named{Ascent::random, "random", "any up port and channel, drawn in every cycle"},
    config::Named{Ascent::s_mod_k, "s-mod-k", "at stage t, the up port numbered by digit t of the source"},
    config::Named{Ascent::d_mod_k, "d-mod-k", "at stage t, the up port numbered by digit t of the destination"},
    config::Named{Ascent::arithmetic, "arithmetic",
                  "at stage t, digit t of the source plus the channel number, modulo k (the original simulator)"},
};

struct UpDownParams {
  static constexpr std::string_view name = "up-down";
  static constexpr std::string_view doc = "up to the lowest common stage, then down";
  static constexpr std::string_view cite = "Petrini & Vanneschi, IPPS 1997";

  using Geometry = topology::Tree;
  static constexpr std::string_view works_on = "a fat-tree";
  static constexpr bool adaptive = true;

  Ascent ascent = Ascent::adaptive;

  template <class F>
  void fields(F& f) {
    f("ascent", ascent, "choice of the ports on the way up").names(ascent_names);
  }

  static router::FlowControl flow_control(const topology::Tree&) { return router::flow_control<router::NoFlowControl>; }
  static std::uint16_t protected_channels(const Setup<topology::Tree>&) { return 0; }
  static unsigned parallel_channels(const Setup<topology::Tree>& setup) { return setup.vcs; }
  static void check(const Setup<topology::Tree>& setup, Report& report) {
    if (!setup.traits().guards()) return;
    report.error("network.router.flow_control",
                 "a fat-tree needs no protection against deadlock; write flow_control: none");
  }
  std::optional<topology::Unlike> unlike_original() const {
    if (ascent == Ascent::adaptive || ascent == Ascent::arithmetic) return std::nullopt;
    return topology::Unlike{"ascent",
                            fmt::format("was not compared with ascent {}", config::name_of(ascent_names, ascent)),
                            "ascent: adaptive or arithmetic"};
  }
};

}  // namespace fsin::routing
