// SPDX-License-Identifier: Apache-2.0
// The headers that wait for an output when a run ends, for the diagnosis.
#pragma once

#include <vector>

#include "fsin/engine/diagnosis.hpp"
#include "fsin/engine/event/core.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::engine::event {

/// The waiting headers of one part of the network, and the obstacle of each.
std::vector<WaitingHeader> waiting_headers(Core& core, const routing::Walker& algorithm);

}  // namespace fsin::engine::event
