// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/design.hpp"

#include "fsin/engine/families.hpp"

namespace fsin::engine {

topology::Extent extent_of(const Design& design) { return topology::extent_of(design.topology); }

LinkTimes link_times(const Design& design, unsigned link_class) {
  if (design.link_classes.empty()) return {.phit_cycles = 1, .delay = design.link_delay};
  return design.link_classes.at(link_class);
}

LinkSpread link_spread(const Design& design) {
  LinkSpread spread(link_times(design, 0));
  for (const LinkTimes& times : design.link_classes) spread.add(times);
  return spread;
}

router::FlowControl flow_control_of(const Design& design) {
  if (design.router.flow_control) return *design.router.flow_control;
  return ask_family(design, router::flow_control<router::NoFlowControl>,
                    [](const auto&, const auto& setup) { return setup.flow; });
}

BubbleRule bubble_of(const Design& design) {
  return ask_family(design, BubbleRule{}, [&](const auto& params, const auto& setup) {
    const router::BubbleSetup bubble{static_cast<unsigned>(design.router.bubble.value), design.router.bubble_test,
                                     link_spread(design).longest_hop - 1};
    const router::EntrySlots slots =
        router::FlowControls::with(setup.flow, [&](const auto& flow) { return flow.entry(bubble); });
    const BubbleRule rule{slots.local, slots.target, params.protected_channels(setup)};
    if (slots.local == 0 && slots.target == 0) return BubbleRule{};
    return rule;
  });
}

}  // namespace fsin::engine
