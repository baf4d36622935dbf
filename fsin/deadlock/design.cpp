// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/design.hpp"

#include <algorithm>

#include "fsin/engine/walker.hpp"

namespace fsin::deadlock {

Protection protection_of(const engine::Design& design) {
  const engine::BubbleRule bubble = engine::bubble_of(design);
  // Packets: a smaller bubble may leave no slot (docs/model/router.md, "Room and bubble").
  constexpr unsigned proven = 2;
  Protection protection;
  protection.channels = bubble.channels;
  protection.counts_here = bubble.local > 0;
  protection.keeps_a_slot = std::max(bubble.local, bubble.target) >= proven && design.router.queue.value >= proven;
  return protection;
}

Verdict decide(const engine::Design& design, const topology::Topology& topology, const Budget& budget, bool whole) {
  const Network network{topology, design.router.virtual_channels, protection_of(design)};
  return decide(*engine::walker_of(design, topology), network, budget, whole);
}

DirectedLoads directed_loads(const engine::Design& design, const topology::Topology& topology, const Budget& budget) {
  const Network network{topology, design.router.virtual_channels, protection_of(design)};
  return {engine::walker_of(design, topology), network, budget};
}

}  // namespace fsin::deadlock
