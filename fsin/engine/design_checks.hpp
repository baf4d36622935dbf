// SPDX-License-Identifier: Apache-2.0
// The checks of a network design before it runs: sizes that fit, choices that go together, and warnings where the
// result would surprise. Every engine, the models of messages included, takes designs that have passed them.
#pragma once

#include "fsin/core/diagnostic.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/routing/family.hpp"

namespace fsin::engine {

/// Where a key was written, for messages ("network.router.queue").
using Locate = routing::Report::Locate;

/// Adds an error where the sizes of the topology go with no network, and then answers false: whatever else would ask
/// the topology must not. `locate` may be empty.
bool check_topology(const topology::AnyTopology& topology, Diagnostics& diagnostics, const Locate& locate = {});

/// The same, and an error for every pair of choices that cannot work together, and a warning where the result would
/// surprise. `locate` may be empty.
void check(const Design& design, Diagnostics& diagnostics, const Locate& locate = {});

/// The same once the links are known: a routing that works from tables refuses pairs without a way, and bad files.
void check_built(const Design& design, const topology::Topology& topology, Diagnostics& diagnostics,
                 const Locate& locate = {});

}  // namespace fsin::engine
