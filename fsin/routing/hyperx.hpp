// SPDX-License-Identifier: Apache-2.0
// Virtual channels and checks that the routings of a HyperX share.
//
// Virtual channels: a routing has classes of channels, in an order in which a packet only ascends (a ladder); that
// keeps it free of deadlock. With V channels there are V / classes copies of all classes, copy i with the channels from
// i * classes on. With fewer channels than classes, packets stay on the last one from there on, which is not free of
// deadlock. The links of terminals are outside of every circle of waits, so that all V channels are in use there.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "fsin/core/text.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/topology/switches/hyperx.hpp"

namespace fsin::routing {

/// The channels of a link, as a routing with so many classes uses them.
struct HyperXLadder {
  unsigned vcs = 1;      ///< channels of a link
  unsigned classes = 1;  ///< that free the routing of deadlock
  unsigned copies = 1;

  static HyperXLadder of(unsigned vcs, unsigned classes) { return {vcs, classes, std::max(1U, vcs / classes)}; }
  /// The channel of a class in the first copy.
  unsigned rung(unsigned number) const { return std::min(number, std::min(classes, vcs) - 1); }
};

inline void check_hyperx(const Setup<topology::HyperX>& setup, unsigned classes, std::string_view routing,
                         Report& report) {
  constexpr std::string_view key = "network.router.virtual_channels";
  if (setup.traits().guards()) {
    report.error("network.router.flow_control",
                 fmt::format("{} is free of deadlock by its virtual channels; write flow_control: none", routing));
  }
  if (setup.vcs < classes) {
    report.warning(key, fmt::format("{} is free of deadlock with {}, and there {} {}", routing,
                                    counted(classes, "virtual channel"), setup.vcs == 1 ? "is" : "are", setup.vcs));
  } else if (const unsigned idle = setup.vcs % classes; idle != 0) {
    report.warning(key, fmt::format("{} uses virtual channels in sets of {}, so that {} of {} carry nothing between "
                                    "switches; write {} or {}",
                                    routing, classes, idle, setup.vcs, setup.vcs - idle, setup.vcs - idle + classes));
  }
}

/// What the families share.
struct HyperXFamily {
  using Geometry = topology::HyperX;
  static constexpr std::string_view works_on = "a hyperx";

  static router::FlowControl flow_control(const topology::HyperX&) {
    return router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::HyperX>&) { return 0; }
};

}  // namespace fsin::routing
