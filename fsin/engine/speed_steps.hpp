// SPDX-License-Identifier: Apache-2.0
// Places where packets from a slow link go on over a faster one, which they hold at the pace of the slow one
// (docs/model/router.md, "When the tail is due").
#pragma once

#include <optional>

#include "fsin/engine/design.hpp"

namespace fsin::engine {

struct SpeedStep {
  RouterId router;
  unsigned slow = 1;  ///< cycles of a phit on a link into the router
  unsigned fast = 1;  ///< and on one out of it, which others want too
};

/// The router with the greatest difference between a link into it and one out of it to another neighbour, which packets
/// from elsewhere may want; the first of equals. None in dimension order where no packet changes from the one to the
/// other. Routings are not followed otherwise: that packets take this way is not said.
std::optional<SpeedStep> largest_speed_step(const Design& design, const topology::Topology& topology);

}  // namespace fsin::engine
