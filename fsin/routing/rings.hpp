// SPDX-License-Identifier: Apache-2.0
// The rule of rings common to the routings of grids and of other direct networks, and its check.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "fsin/routing/family.hpp"

namespace fsin::routing {

/// Checks the flow control against the rings: bubbles and datelines are for rings, which all these networks but a mesh
/// and a hypercube have. False if the requested flow control is impossible.
template <class Network>
bool check_rings(const Setup<Network>& setup, Report& report) {
  if (!setup.asked) return true;
  const router::FlowTraits flow = setup.traits();
  constexpr std::string_view key = "network.router.flow_control";
  const bool has_rings = setup.network.has_rings();
  if (!has_rings && flow.rings != router::Rings::unguarded) {
    report.error(key, fmt::format("{} {} rings and a grid without wrap-around links has none; write flow_control: "
                                  "escape (adaptive) or none (dor)",
                                  flow.name, flow.rings == router::Rings::cut ? "cuts" : "protects"));
    return false;
  }
  if (has_rings && flow.escape_channel) {
    report.error(
        key,
        "a plain escape channel deadlocks round the rings of this network; write flow_control: bubble or dateline");
    return false;
  }
  if (has_rings && flow.rings == router::Rings::unguarded) {
    report.warning(key, "nothing protects the rings of this network: the network can deadlock");
  }
  return true;
}

}  // namespace fsin::routing
