// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/hyperx.hpp"

#include "fsin/routing/hyperx_adaptive.hpp"
#include "fsin/routing/hyperx_oblivious.hpp"
#include "tests/engine/differential/networks/networks.hpp"

namespace differential::networks {

using namespace fsin;

namespace {

topology::HyperXParams random_hyperx(Dice& dice) {
  using Dims = std::vector<unsigned>;
  topology::HyperXParams hyperx;
  hyperx.dims = dice.one_of<Dims>({{2}, {5}, {9}, {3, 3}, {4, 4}, {2, 6}, {5, 3}, {3, 2, 3}, {2, 2, 2, 2}});
  hyperx.terminals = dice.between(1, 3);
  hyperx.width = {dice.one_of({1U, 1U, 2U})};
  if (hyperx.dims.size() == 2 && dice.chance(30)) hyperx.width = {dice.between(1, 3), dice.between(1, 2)};
  return hyperx;
}

}  // namespace

/// Also with too few channels, which may lock up: both engines must do so in the same cycle.
void hyperx(Dice& dice, engine::Design& design) {
  const topology::HyperXParams hyperx = random_hyperx(dice);
  const auto dimensions = static_cast<unsigned>(hyperx.dims.size());
  design.topology = hyperx;
  if (dice.chance(30)) {
    routing::HyperXObliviousParams oblivious;
    oblivious.path = dice.one_of({routing::HyperXPath::dor, routing::HyperXPath::valiant});
    design.routing = oblivious;
    design.router.virtual_channels = dice.one_of({1U, 2U, 2U, 3U, 4U});
    return;
  }
  using routing::HyperXAlgorithm;
  routing::HyperXAdaptiveParams adaptive;
  adaptive.algorithm = dice.one_of({HyperXAlgorithm::minimal, HyperXAlgorithm::ugal, HyperXAlgorithm::dal,
                                    HyperXAlgorithm::dimwar, HyperXAlgorithm::omniwar});
  adaptive.bias = dice.one_of({1U, 16U, 16U, 100U});
  if (adaptive.algorithm == HyperXAlgorithm::ugal) adaptive.threshold = dice.one_of({0U, 0U, 30U});
  if (adaptive.algorithm == HyperXAlgorithm::omniwar && dice.chance(50)) adaptive.deroutes = dice.between(0, 4);
  design.routing = adaptive;
  design.router.virtual_channels = dice.chance(80) ? 2 * dimensions : dice.one_of({1U, 2U, 3U, 5U});
}

}  // namespace differential::networks
