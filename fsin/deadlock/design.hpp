// SPDX-License-Identifier: Apache-2.0
// The analysis of a design: its routing of the catalogue, its virtual channels, its flow control.
#pragma once

#include "fsin/deadlock/directed_loads.hpp"
#include "fsin/deadlock/verdict.hpp"
#include "fsin/engine/design.hpp"

namespace fsin::deadlock {

/// Decides whether a design can deadlock. `topology` is the built design.topology. The design has passed check() and
/// has routers.
Verdict decide(const engine::Design& design, const topology::Topology& topology, const Budget& budget = {},
               bool whole = false);

/// Loads of such a design that aim at a deadlock.
DirectedLoads directed_loads(const engine::Design& design, const topology::Topology& topology,
                             const Budget& budget = {});

/// Protection that the flow control of a design gives its rings.
Protection protection_of(const engine::Design& design);

}  // namespace fsin::deadlock
