// SPDX-License-Identifier: Apache-2.0
// The kind of network, the flow control and the checks of the routings of tori and meshes whose virtual channels are
// divided into classes, one for each phase or order of dimensions (algorithms/grid_steps.hpp).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "fsin/routing/rings.hpp"
#include "fsin/topology/grids/cartesian.hpp"

namespace fsin::routing {

inline constexpr unsigned most_channel_classes = 24;

/// Base of the parameters of these routings.
struct ClassedGridFamily {
  using Geometry = topology::Cartesian;
  static constexpr std::string_view works_on = "a torus or a mesh";
  static constexpr bool adaptive = false;

  static router::FlowControl flow_control(const topology::Cartesian& grid) {
    return grid.wraps ? router::flow_control<router::Bubble> : router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::Cartesian>& setup) {
    return static_cast<std::uint16_t>((1U << setup.vcs) - 1);
  }
  static unsigned parallel_channels(const Setup<topology::Cartesian>& setup) {
    return setup.rings_are_cut() ? std::max(1U, setup.vcs / 2) : setup.vcs;
  }

  /// Adds a warning if there are fewer channels than `classes` need, for the reason `why`.
  static void check_classes(const Setup<topology::Cartesian>& setup, unsigned classes, std::string_view why,
                            Report& report) {
    if (check_rings(setup, report) && setup.asked && setup.traits().escape_channel) {
      report.error("network.router.flow_control",
                   "this routing has no escape channel and needs none on a mesh; write flow_control: none");
    }
    constexpr std::string_view key = "network.router.virtual_channels";
    const unsigned needed = setup.rings_are_cut() ? 2 * classes : classes;
    if (setup.rings_are_cut() && setup.vcs % 2 != 0) {
      report.error(key, fmt::format("dateline uses virtual channels in pairs and there {} {}; write an even number",
                                    setup.vcs == 1 ? "is" : "are", setup.vcs));
    } else if (setup.vcs < needed) {
      report.warning(key, fmt::format("{}, so that it is free of deadlock with {} virtual channels, and there {} {}",
                                      why, needed, setup.vcs == 1 ? "is" : "are", setup.vcs));
    }
  }
};

}  // namespace fsin::routing
