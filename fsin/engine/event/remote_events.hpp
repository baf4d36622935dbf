// SPDX-License-Identifier: Apache-2.0
// Events that one part of the network leaves for another: in a box for each pair of parts, which the other one empties
// after the next meeting of the threads (barrier.hpp) or processes (process_exchange.hpp).
#pragma once

#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/core/paired_boxes.hpp"
#include "fsin/engine/event/events.hpp"

namespace fsin::engine::event {

struct RemoteEvent {
  Cycle at;
  Event event;
};

/// What a part writes for another in a cycle is read in the next.
using RemoteEvents = PairedBoxes<std::vector<RemoteEvent>>;

}  // namespace fsin::engine::event
