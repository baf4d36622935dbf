// SPDX-License-Identifier: Apache-2.0
// State shared by the parts of a run: the state of the routers, of which each part accesses only its own, and the array
// of packets, of which each is accessed by the part that holds its header.
#pragma once

#include <optional>
#include <utility>

#include "fsin/engine/event/packet_store.hpp"
#include "fsin/engine/event/parts.hpp"
#include "fsin/engine/event/remote_events.hpp"
#include "fsin/engine/event/state.hpp"
#include "fsin/engine/event/taken_links.hpp"

namespace fsin::engine::event {

struct Shared {
  /// Sets up the state. `only`: the part of this process. `remembers`: the routing algorithm does. `background`: null
  /// for none.
  Shared(const Rules& the_rules, const topology::Topology& topology, Parts the_parts, std::optional<unsigned> only,
         bool remembers, const LinkRates* background)
      : rules(the_rules),
        parts(std::move(the_parts)),
        state(the_rules, topology, parts, only, remembers),
        store(the_rules, topology.graph.routers(), topology.graph.nodes(), parts.count()),
        remote(parts.count()) {
    if (background != nullptr) taken.emplace(*background, rules);
  }

  const Rules& rules;
  Parts parts;
  State state;
  PacketStore store;
  RemoteEvents remote;
  std::optional<TakenLinks> taken;  ///< links occupied by background by rates
};

/// Subtracts `by` from all ticks, while the threads of the run stand still.
void move_origin(Shared& shared, Cycle by);

}  // namespace fsin::engine::event
