// SPDX-License-Identifier: Apache-2.0
// The algorithms of hyperx-adaptive: UGAL-L (hyperx_ugal.hpp), which compares queues once, at the source, and those
// that compare queues at every hop (hyperx_incremental.hpp).
#pragma once

#include "fsin/routing/algorithms/hyperx_incremental.hpp"
#include "fsin/routing/algorithms/hyperx_ugal.hpp"
#include "fsin/routing/hyperx_adaptive.hpp"

namespace fsin::routing {

template <class Use>
auto with_algorithm(const HyperXAdaptiveParams& params, const Setup<topology::HyperX>& setup, Use use) {
  const HyperXLadder ladder = HyperXLadder::of(setup.vcs, params.classes(setup));
  if (params.algorithm == HyperXAlgorithm::ugal)
    return use(HyperXUgal{{&setup.network, ladder, true}, params.threshold});
  const bool dimwar = params.algorithm == HyperXAlgorithm::dimwar;
  return use(HyperXIncremental{.network = &setup.network,
                               .ladder = ladder,
                               .in_order = dimwar,
                               .one_by_dimension = dimwar || params.algorithm == HyperXAlgorithm::dal,
                               .class_is_deroute = dimwar,
                               .deroutes = params.allowed(setup.network.dimensions(), setup.vcs),
                               .bias = params.bias});
}

}  // namespace fsin::routing
