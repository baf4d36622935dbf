// SPDX-License-Identifier: Apache-2.0
// Virtual channels and checks common to the routings of a HyperX.
//
// Virtual channels: a routing has classes of channels, in an order in which a packet only ascends (a ladder); this
// keeps it free of deadlock. With V channels there are V / classes copies of all classes; copy i begins at channel i *
// classes. With fewer channels than classes, packets stay on the last channel once they have reached it, which is not
// free of deadlock. The links of terminals take part in no cycle of waits, so that all V channels are used there.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "fsin/core/text.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/topology/switches/hyperx.hpp"

namespace fsin::routing {

/// The channels of a link for a routing with `classes` classes.
struct HyperXLadder {
  unsigned vcs = 1;      ///< channels of a link
  unsigned classes = 1;  ///< classes that keep the routing free of deadlock
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

/// Common part of the families.
struct HyperXFamily {
  using Geometry = topology::HyperX;
  static constexpr std::string_view works_on = "a hyperx";

  static router::FlowControl flow_control(const topology::HyperX&) {
    return router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::HyperX>&) { return 0; }
};

}  // namespace fsin::routing
