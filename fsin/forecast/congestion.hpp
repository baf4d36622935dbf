// SPDX-License-Identifier: Apache-2.0
// Networks that are offered more than they carry: what part of the capacity they carry, how full their queues get.
//
// Neither has a closed form: it depends on how headers compete. The figures are measured (docs/performance.md), under
// uniform traffic with queues of 4 packets, a bubble of 2, one injector, selection `smart`, in runs long enough for the
// queues to settle; each topology has its own (topology::Geometry::overload()). For estimates of memory only.
#pragma once

#include "fsin/engine/design.hpp"
#include "fsin/topology/geometry.hpp"

namespace fsin::forecast {

struct Congestion {
  double carried = 0;  ///< part of the closed-form capacity that gets through
  double fill = 0;     ///< part of the slots of transit queues that is taken
  double slots = 0;    ///< slots of transit queues, of all links together
};

Congestion congestion_of(const engine::Design& design, const topology::Geometry& geometry);

}  // namespace fsin::forecast
