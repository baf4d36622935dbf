// SPDX-License-Identifier: Apache-2.0
// What the parts of a run share: the state of the routers, of which each part touches its own only, and the array of
// packets, of which each is touched by the part in which its header is.
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
  /// `only`: the part of this process. `remembers`: for a routing algorithm that does. `background`: null for none.
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
  std::optional<TakenLinks> taken;  ///< by background by rates
};

/// All ticks become smaller by `by`, while the threads of the run stand still.
void move_origin(Shared& shared, Cycle by);

}  // namespace fsin::engine::event
