// SPDX-License-Identifier: Apache-2.0
// Events that one part of the network leaves for another: in a box for each pair of parts, which the receiver empties
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

/// Boxes of events by pair of parts. The events that a part writes for another in a cycle are read in the next.
using RemoteEvents = PairedBoxes<std::vector<RemoteEvent>>;

}  // namespace fsin::engine::event
