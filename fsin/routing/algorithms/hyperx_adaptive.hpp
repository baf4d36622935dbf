// SPDX-License-Identifier: Apache-2.0
// The algorithms of hyperx-adaptive: UGAL-L (hyperx_ugal.hpp), which compares queues once, at the source, and those
// that compare queues at every hop (hyperx_incremental.hpp).
#pragma once

#include <fmt/format.h>

#include "fsin/routing/algorithms/hyperx_incremental.hpp"
#include "fsin/routing/algorithms/hyperx_ugal.hpp"
#include "fsin/routing/faults/for_faults.hpp"
#include "fsin/routing/hyperx_adaptive.hpp"

namespace fsin::routing {

/// What an incremental routing knows of faults; null without them, and in networks too large for it.
inline std::shared_ptr<const HyperXDetours> detours_of(const Setup<topology::HyperX>& setup, const HyperXRules& rules) {
  if (setup.network.switches() > most_detoured_switches) return nullptr;
  const std::string name =
      fmt::format("hyperx detours {} {} {}", rules.in_order, rules.one_by_dimension, rules.deroutes);
  return for_faults<HyperXDetours>(
      setup, name, [&](const topology::PortGraph& graph) { return HyperXDetours(setup.network, graph, rules); });
}

template <class Use>
auto with_algorithm(const HyperXAdaptiveParams& params, const Setup<topology::HyperX>& setup, Use use) {
  const HyperXLadder ladder = HyperXLadder::of(setup.vcs, params.classes(setup));
  if (params.algorithm == HyperXAlgorithm::ugal)
    return use(HyperXUgal{{&setup.network, ladder, true, intact_paths(setup)}, params.threshold});
  const bool dimwar = params.algorithm == HyperXAlgorithm::dimwar;
  const HyperXRules rules{.in_order = dimwar,
                          .one_by_dimension = dimwar || params.algorithm == HyperXAlgorithm::dal,
                          .deroutes = params.allowed(setup.network.dimensions(), setup.vcs)};
  return use(HyperXIncremental{.network = &setup.network,
                               .ladder = ladder,
                               .in_order = rules.in_order,
                               .one_by_dimension = rules.one_by_dimension,
                               .class_is_deroute = dimwar,
                               .deroutes = rules.deroutes,
                               .bias = params.bias,
                               .detours = detours_of(setup, rules)});
}

inline void check_links(const HyperXAdaptiveParams&, const Setup<topology::HyperX>& setup, Report& report) {
  check_detours(setup, HyperXAdaptiveParams::name, report);
}

}  // namespace fsin::routing
