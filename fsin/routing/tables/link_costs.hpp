// SPDX-License-Identifier: Apache-2.0
// Costs of links by the key `weight` (link_weights.hpp), the switches whose links have them, and what there is to say
// about the choice.
#pragma once

#include <cstdint>

#include "fsin/routing/family.hpp"
#include "fsin/routing/link_weights.hpp"
#include "fsin/routing/tables/fabric.hpp"

namespace fsin::routing {

/// The switches of a built network, the links between them weighed by `weight`. A link for which the file has no weight
/// counts as the smallest weight; check_weights() refuses it.
Fabric weighed_fabric(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup);
/// The same with the links that work in cycle `at` of a run whose faults `setup` knows.
Fabric weighed_fabric(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup, Cycle at);
/// The same with the links that work in every cycle of a run.
Fabric steady_fabric(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup);

/// Adds an error if the file has no weight for a link between switches. Warns if every link counts 1 although paths of
/// equally many links differ in speed, or the file has weights.
void check_weights(const WeightOfLinks& weight, const Setup<topology::Geometry>& setup, Report& report);

}  // namespace fsin::routing
