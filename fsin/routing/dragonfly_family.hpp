// SPDX-License-Identifier: Apache-2.0
// The kind of network, the channels and the checks of the routings of a dragonfly.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "fsin/routing/dragonfly_ladder.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"

namespace fsin::routing {

inline void check_dragonfly(const Setup<topology::Dragonfly>& setup, const DragonflyLadder& ladder,
                            std::string_view routing, Report& report) {
  constexpr std::string_view key = "network.router.virtual_channels";
  if (setup.traits().guards()) {
    report.error(
        "network.router.flow_control",
        fmt::format("routing {} is free of deadlock by its virtual channels; write flow_control: none", routing));
  }
  if (setup.vcs < ladder.locals) {
    report.warning(key, fmt::format("routing {} needs {} virtual channels on local links and {} on global ones to be "
                                    "free of deadlock, and there {} {}; write {}",
                                    routing, ladder.locals, ladder.globals, setup.vcs == 1 ? "is" : "are", setup.vcs,
                                    ladder.locals));
  } else if (setup.vcs % ladder.locals != 0) {
    report.warning(key, fmt::format("routing {} uses virtual channels in sets of {}, so that the last {} of {} stay "
                                    "empty; write {}",
                                    routing, ladder.locals, setup.vcs % ladder.locals, setup.vcs,
                                    setup.vcs / ladder.locals * ladder.locals));
  }
}

/// Base of the parameters, whose channels() gives the ladder that their paths need.
template <class Params>
struct DragonflyFamily {
  using Geometry = topology::Dragonfly;
  static constexpr std::string_view works_on = "a dragonfly";

  static router::FlowControl flow_control(const topology::Dragonfly&) {
    return router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::Dragonfly>&) { return 0; }
  unsigned parallel_channels(const Setup<topology::Dragonfly>& setup) const {
    return std::max(1U, setup.vcs / params().channels().locals);
  }
  void check(const Setup<topology::Dragonfly>& setup, Report& report) const {
    check_dragonfly(setup, params().channels(), Params::name, report);
  }

 private:
  const Params& params() const { return static_cast<const Params&>(*this); }
};

}  // namespace fsin::routing
